import { until } from '../support/until.ts';
import type { Stage } from './stage.ts';
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

/** In multiples of the shortest start so far: some deaths come before the first answer. */
const EARLIEST = 0.4;
const LATEST = 3;
const DRAIN_MS = 600_000;
/** Longer than the longest pause of the outbox. */
const STANDSTILL_MS = 75_000;

export const BUSY: Pace = {
  customerPauseMs: 120,
  agentPauseMs: 120,
  pictureEvery: 20,
  changeEvery: 2,
  unreadable: 2,
};

export async function runCrashes(
  stage: Stage,
  rounds: number,
  { pace = BUSY, onRound = () => undefined }: { pace?: Pace; onRound?: (round: number) => void } = {},
): Promise<Verdict> {
  const { desk } = stage;
  let { startMs } = stage;
  const start = async () => {
    const spawnedAt = Date.now();
    desk.spawn();
    await desk.answers();
    startMs = Math.min(startMs, Date.now() - spawnedAt);
  };
  return underTraffic(stage, pace, async () => {
    for (let round = 1; round <= rounds; round += 1) {
      await Bun.sleep(startMs * (EARLIEST + Math.random() * (LATEST - EARLIEST)));
      await desk.kill();
      void start().catch(() => undefined);
      onRound(round);
    }
    await desk.answers();
  });
}

export async function underTraffic(stage: Stage, pace: Pace, disturb: () => Promise<void>): Promise<Verdict> {
  const traffic: Traffic = { chats: stage.chats, pace, isOver: false };
  const people = stage.chats.flatMap((chat) => [
    talk(traffic, chat, stage.owner),
    answer(traffic, chat, stage.api),
  ]);
  const talking = Promise.all(people);
  try {
    await Promise.race([disturb(), talking]);
  } finally {
    traffic.isOver = true;
  }
  await talking;
  await rest(stage);
  await stage.desk.stop();
  return judge(stage.dataDir, stage.chats);
}

async function rest(stage: Stage): Promise<void> {
  const database = openCompany(stage.dataDir);
  const said = stage.chats.reduce((sum, chat) => sum + chat.said.length, 0);
  let last = '';
  let movedAt = Date.now();
  const isQuiet = () => {
    const { outbox, journal } = countWaiting(database);
    const stored = countStored(database);
    const waiting = [...stage.owner.devices.values()].reduce((sum, { backlog }) => sum + backlog, 0);
    const deleted = widsOfDeleted(database);
    const asked = stage.chats.reduce((sum, { customer }) => sum + countAskedFor(customer, deleted), 0);
    const now = [outbox, journal, stored, waiting, asked].join(' ');
    if (now !== last) movedAt = Date.now();
    last = now;
    const isAtRest = outbox === 0 && journal === 0 && waiting === 0 && asked === 0;
    return (isAtRest && stored >= said) || Date.now() - movedAt > STANDSTILL_MS;
  };
  await until('rest', isQuiet, { timeoutMs: DRAIN_MS, stepMs: 100 }).catch(() => undefined);
  database.close();
}
