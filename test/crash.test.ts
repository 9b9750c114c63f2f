import { describe, expect, test } from 'bun:test';
import pLimit from 'p-limit';
import { installConsoleFilter } from '@/whatsapp/console-filter.ts';
import { disturb, FAULTS } from './crash/faults.ts';
import { BUSY, runCrashes, underTraffic } from './crash/runs.ts';
import { openStage, type Stage, type StageOptions } from './crash/stage.ts';
import { describeVerdict, type Verdict } from './crash/verdict.ts';

/** `bun run bench:crash` does it for hours. */
const KILLS = 6;
/** What customers say while the desk is down has to be stored afterwards, so here they say a third. */
const PACE = { ...BUSY, customerPauseMs: 3 * BUSY.customerPauseMs };
const ROUNDS = { breaking: 3, other: 2 };

const atOnce = pLimit(4);
const IMPATIENT = { entry: 'test/crash/impatient-desk.ts', customers: 3 };

installConsoleFilter();

async function onStage(options: StageOptions, act: (stage: Stage) => Promise<Verdict>): Promise<Verdict> {
  const stage = await openStage(options);
  return act(stage).finally(() => stage.end());
}

function expectWhole(verdict: Verdict): void {
  const { stored, delivered, unsure, failed, mediaMissing, changes, waiting } = verdict;
  const wrong = {
    stored: [stored.lost, stored.doubled, stored.disordered],
    delivered: [delivered.lost, delivered.doubled, delivered.disordered],
    unsure: unsure.doubled,
    failed,
    mediaMissing,
    changes: changes.wrong,
    ticks: changes.ticks,
    waiting,
  };
  expect(wrong).toEqual({
    stored: [[], [], []],
    delivered: [[], [], []],
    unsure: [],
    failed: [],
    mediaMissing: [],
    changes: [],
    ticks: [],
    waiting: { outbox: 0, journal: 0 },
  });
}

describe('nothing is lost, doubled or out of order', () => {
  test(
    `when the desk is killed ${KILLS} times under traffic`,
    async () => {
      const verdict = await onStage({ groups: 1 }, (stage) => runCrashes(stage, KILLS, { pace: PACE }));
      process.stdout.write(`${KILLS} kills\n${describeVerdict(verdict)}\n`);
      expectWhole(verdict);
      expect(verdict.stored.found).toBeGreaterThan(KILLS * 5);
      expect(verdict.delivered.found).toBeGreaterThan(KILLS);
      const { edits, deletions, reactions } = verdict.changes;
      expect(edits + deletions + reactions).toBeGreaterThan(0);
    },
    15 * 60_000,
  );

  for (const [name, fault] of Object.entries(FAULTS)) {
    // They mostly wait, each for a network of its own.
    test.concurrent(
      `when the network fails: ${name}`,
      async () => {
        const rounds = fault.breaks ? ROUNDS.breaking : ROUNDS.other;
        const verdict = await atOnce(() =>
          onStage(IMPATIENT, (stage) => underTraffic(stage, PACE, () => disturb(stage, fault, rounds))),
        );
        expectWhole(verdict);
        expect(verdict.delivered.found).toBeGreaterThan(0);
      },
      10 * 60_000,
    );
  }
});
