import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installConsoleFilter } from '@/whatsapp/console-filter.ts';
import { type Fixture, openFixture, until } from './crash/fixture.ts';

installConsoleFilter();

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture({ customers: 1, env: { LOG_LEVEL: 'info' } });
});
afterAll(() => fixture.end());

test('SIGTERM while WhatsApp is silent ends cleanly, and the pending message is sent after restart', async () => {
  const { network, running, api, owner } = fixture;
  const [chat] = fixture.chats;
  if (!chat) throw new Error('no chat');
  network.faults.mute();
  await api.call('POST', `/messages/${chat.ticketId}`, { body: 'no escuro', clientId: crypto.randomUUID() });
  const log = () => readFileSync(join(fixture.dataDir, 'desk.log'), 'utf8');
  expect(await running.stop()).toBe(0);
  expect(log()).toContain('"msg":"stopped"');
  expect(log()).not.toContain('the drain');

  network.faults.unmute();
  running.spawn();
  await running.answers();
  await until('the line is up again', () => [...owner.devices.values()].every((one) => one.isConnected));
  await until('the message', () => chat.customer.received.length > 0);
  expect(
    chat.customer.received.map(({ message }) => message.conversation ?? message.extendedTextMessage?.text),
  ).toEqual(['no escuro']);
});
