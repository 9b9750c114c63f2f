import { afterEach, expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { installConsoleFilter } from '@/whatsapp/console-filter.ts';
import { openStage, type Stage, until } from '../crash/stage.ts';
import { countWaiting, openCompany } from '../crash/verdict.ts';

installConsoleFilter();
let stage: Stage | undefined;
afterEach(() => stage?.end());

const STOP_MS = 10_000;

test('a network that swallows everything does not keep the desk from ending, and what was under way arrives once', async () => {
  stage = await openStage({ customers: 3 });
  const { desk, api, network, chats, dataDir } = stage;
  network.faults.mute();
  for (const { ticketId } of chats)
    for (const n of [1, 2]) await api.call('POST', `/messages/${ticketId}`, { body: `resposta ${n}` });

  const startedAt = performance.now();
  expect(await desk.stop()).toBe(0);
  const took = performance.now() - startedAt;
  expect(took).toBeLessThan(STOP_MS);
  for (const folder of [dataDir, join(dataDir, 'companies/1')])
    for (const name of readdirSync(folder).filter((one) => one.endsWith('-wal')))
      expect(statSync(join(folder, name)).size).toBe(0);
  expect(readFileSync(join(dataDir, 'desk.log'), 'utf8')).not.toMatch(/the drain/);
  const database = openCompany(dataDir);
  expect(countWaiting(database).outbox).toBe(6);
  database.close();
  expect(existsSync(join(dataDir, 'companies/1/company.db'))).toBe(true);

  await network.faults.clear();
  desk.spawn();
  await desk.answers();
  const arrived = () => chats.map(({ customer }) => customer.received.map(({ text }) => text));
  await until('all answers', () => arrived().every((texts) => texts.length >= 2));
  expect(arrived()).toEqual(chats.map(() => ['resposta 1', 'resposta 2']));
  expect(await desk.stop()).toBe(0);
}, 120_000);
