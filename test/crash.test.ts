import { afterEach, describe, expect, test } from 'bun:test';
import { installConsoleFilter } from '@/whatsapp/console-filter.ts';
import { disturb, FAULTS } from './crash/faults.ts';
import { BUSY, runCrashes, underTraffic } from './crash/runs.ts';
import { openStage, type Stage } from './crash/stage.ts';
import { describeVerdict, type Verdict } from './crash/verdict.ts';

/** `bun run bench:crash` does it for hours. */
const KILLS = 25;
const ROUNDS = { breaking: 6, other: 3 };

installConsoleFilter();
let stage: Stage | undefined;
afterEach(async () => {
  await stage?.end();
  stage = undefined;
});

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
      stage = await openStage({ groups: 1 });
      const verdict = await runCrashes(stage, KILLS);
      process.stdout.write(`${KILLS} kills\n${describeVerdict(verdict)}\n`);
      expectWhole(verdict);
      expect(verdict.stored.found).toBeGreaterThan(KILLS * 5);
      expect(verdict.delivered.found).toBeGreaterThan(KILLS);
      expect(verdict.changes.edits + verdict.changes.deletions + verdict.changes.reactions).toBeGreaterThan(
        10,
      );
    },
    15 * 60_000,
  );

  for (const [name, fault] of Object.entries(FAULTS)) {
    test(
      `when the network fails: ${name}`,
      async () => {
        stage = await openStage({ entry: 'test/crash/impatient-desk.ts', customers: 3 });
        const here = stage;
        const rounds = fault.breaks ? ROUNDS.breaking : ROUNDS.other;
        const verdict = await underTraffic(here, BUSY, () => disturb(here, fault, rounds));
        expectWhole(verdict);
        expect(verdict.delivered.found).toBeGreaterThan(0);
      },
      10 * 60_000,
    );
  }
});
