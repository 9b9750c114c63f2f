import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installConsoleFilter } from '@/whatsapp/console-filter.ts';
import { openStage, type Stage, until } from './crash/stage.ts';

installConsoleFilter();

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ customers: 1, env: { LOG_LEVEL: 'info' } });
}, 60_000);
afterAll(() => stage.end());

/** The desk itself ends with 1 when its drain takes longer than Docker waits. */
test('SIGTERM while WhatsApp answers nothing ends cleanly, and what was being sent arrives after the next start', async () => {
  const { network, desk, api, owner } = stage;
  const [chat] = stage.chats;
  if (!chat) throw new Error('no chat');
  network.faults.mute();
  await api.call('POST', `/messages/${chat.ticketId}`, { body: 'no escuro', clientId: crypto.randomUUID() });
  const log = () => readFileSync(join(stage.dataDir, 'desk.log'), 'utf8');
  expect(await desk.stop()).toBe(0);
  expect(log()).toContain('"msg":"stopped"');
  expect(log()).not.toContain('the drain');

  network.faults.unmute();
  desk.spawn();
  await desk.answers();
  await until('the line is up again', () => [...owner.devices.values()].every((one) => one.isConnected));
  await until('the message', () => chat.customer.received.length > 0);
  expect(
    chat.customer.received.map(({ message }) => message.conversation ?? message.extendedTextMessage?.text),
  ).toEqual(['no escuro']);
}, 90_000);
