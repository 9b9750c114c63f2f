import { describe, expect, test } from 'bun:test';
import pLimit from 'p-limit';
import { installConsoleFilter } from '@/whatsapp/console-filter.ts';
import { disturb, FAULTS } from './crash/faults.ts';
import { type Fixture, type FixtureOptions, openFixture } from './crash/fixture.ts';
import { BUSY, runCrashes, underTraffic } from './crash/runs.ts';
import { describeVerdict, type Verdict } from './crash/verdict.ts';

const KILLS = 6;
/** Messages sent during downtime must be stored afterwards, so customers send a third as many. */
const PACE = { ...BUSY, customerPauseMs: 3 * BUSY.customerPauseMs };
const ROUNDS = { breaking: 3, other: 2 };

const atOnce = pLimit(4);
const IMPATIENT = { entry: 'test/crash/impatient-app.ts', customers: 3 };

installConsoleFilter();

async function onFixture(
  options: FixtureOptions,
  act: (fixture: Fixture) => Promise<Verdict>,
): Promise<Verdict> {
  const fixture = await openFixture(options);
  return act(fixture).finally(() => fixture.end());
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

describe('no message is lost, duplicated or reordered', () => {
  test(
    `when the app is killed ${KILLS} times under traffic`,
    async () => {
      const verdict = await onFixture({ groups: 1 }, (fixture) => runCrashes(fixture, KILLS, { pace: PACE }));
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
    test.concurrent(
      `when the network fails: ${name}`,
      async () => {
        const rounds = fault.breaks ? ROUNDS.breaking : ROUNDS.other;
        const verdict = await atOnce(() =>
          onFixture(IMPATIENT, (fixture) =>
            underTraffic(fixture, PACE, () => disturb(fixture, fault, rounds)),
          ),
        );
        expectWhole(verdict);
        expect(verdict.delivered.found).toBeGreaterThan(0);
      },
      10 * 60_000,
    );
  }
});
