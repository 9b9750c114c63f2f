import { afterEach, expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { installConsoleFilter } from '@/whatsapp/console-filter.ts';
import { type Fixture, openFixture, until } from '../crash/fixture.ts';
import { countWaiting, openCompany } from '../crash/verdict.ts';

installConsoleFilter();
let fixture: Fixture | undefined;
afterEach(() => fixture?.end());

/** Ten seconds, and time for a busy machine; Baileys itself waits for a minute. */
const STOP_MS = 30_000;

test('shutdown completes on a muted network, and pending messages are delivered once', async () => {
  fixture = await openFixture({ customers: 3 });
  const { running, api, network, chats, dataDir } = fixture;
  network.faults.mute();
  for (const { ticketId } of chats)
    for (const n of [1, 2]) await api.call('POST', `/messages/${ticketId}`, { body: `resposta ${n}` });

  const startedAt = performance.now();
  expect(await running.stop()).toBe(0);
  const took = performance.now() - startedAt;
  expect(took).toBeLessThan(STOP_MS);
  for (const folder of [dataDir, join(dataDir, 'companies/1')])
    for (const name of readdirSync(folder).filter((one) => one.endsWith('-wal')))
      expect(statSync(join(folder, name)).size).toBe(0);
  expect(readFileSync(join(dataDir, 'desk.log'), 'utf8')).not.toMatch(/the drain/);
  const database = openCompany(dataDir);
  expect(countWaiting(database).outbox).toBe(6);
  // A connection that is recorded as stopped would make these messages fail at the next start, before it is open.
  expect(database.prepare('SELECT status FROM connections').get()).toMatchObject({ status: 'CONNECTED' });
  database.close();
  expect(existsSync(join(dataDir, 'companies/1/company.db'))).toBe(true);

  await network.faults.clear();
  running.spawn();
  await running.answers();
  const arrived = () => chats.map(({ customer }) => customer.received.map(({ text }) => text));
  await until('all answers', () => arrived().every((texts) => texts.length >= 2), 240_000);
  expect(arrived()).toEqual(chats.map(() => ['resposta 1', 'resposta 2']));
  expect(await running.stop()).toBe(0);
});
