import { until } from '../support/until.ts';
import type { Fixture } from './fixture.ts';
import { answer, type Pace, type Traffic, talk } from './traffic.ts';
import {
  countAskedFor,
  countStored,
  countWaiting,
  judge,
  openCompany,
  type Verdict,
  widsOfDeleted,
} from './verdict.ts';

/** In multiples of the shortest start so far: some kills come before the first answer. */
const EARLIEST = 0.4;
const LATEST = 3;
const DRAIN_MS = 600_000;
const STANDSTILL_MS = 75_000;

export const BUSY: Pace = {
  customerPauseMs: 120,
  agentPauseMs: 120,
  pictureEvery: 20,
  changeEvery: 2,
  unreadable: 2,
};

export async function runCrashes(
  fixture: Fixture,
  rounds: number,
  { pace = BUSY, onRound = () => undefined }: { pace?: Pace; onRound?: (round: number) => void } = {},
): Promise<Verdict> {
  const { running } = fixture;
  let { startMs } = fixture;
  const start = async () => {
    const spawnedAt = Date.now();
    running.spawn();
    await running.answers();
    startMs = Math.min(startMs, Date.now() - spawnedAt);
  };
  return underTraffic(fixture, pace, async () => {
    for (let round = 1; round <= rounds; round += 1) {
      await Bun.sleep(startMs * (EARLIEST + Math.random() * (LATEST - EARLIEST)));
      await running.kill();
      void start().catch(() => undefined);
      onRound(round);
    }
    await running.answers();
  });
}

export async function underTraffic(
  fixture: Fixture,
  pace: Pace,
  disturb: () => Promise<void>,
): Promise<Verdict> {
  const traffic: Traffic = { chats: fixture.chats, pace, isOver: false };
  const people = fixture.chats.flatMap((chat) => [
    talk(traffic, chat, fixture.owner),
    answer(traffic, chat, fixture.api),
  ]);
  const talking = Promise.all(people);
  try {
    await Promise.race([disturb(), talking]);
  } finally {
    traffic.isOver = true;
  }
  await talking;
  await rest(fixture);
  await fixture.running.stop();
  return judge(fixture.dataDir, fixture.chats);
}

async function rest(fixture: Fixture): Promise<void> {
  const database = openCompany(fixture.dataDir);
  const sentCount = fixture.chats.reduce((sum, chat) => sum + chat.sent.length, 0);
  let last = '';
  let movedAt = Date.now();
  const isQuiet = () => {
    const { outbox, journal } = countWaiting(database);
    const stored = countStored(database);
    const waiting = [...fixture.owner.devices.values()].reduce((sum, { backlog }) => sum + backlog, 0);
    const deleted = widsOfDeleted(database);
    const asked = fixture.chats.reduce((sum, { customer }) => sum + countAskedFor(customer, deleted), 0);
    const now = [outbox, journal, stored, waiting, asked].join(' ');
    if (now !== last) movedAt = Date.now();
    last = now;
    const isIdle = outbox === 0 && journal === 0 && waiting === 0 && asked === 0;
    return (isIdle && stored >= sentCount) || Date.now() - movedAt > STANDSTILL_MS;
  };
  await until('rest', isQuiet, { timeoutMs: DRAIN_MS, stepMs: 100 }).catch(() => undefined);
  database.close();
}
