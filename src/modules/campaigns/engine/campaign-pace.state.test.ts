import { expect, test } from 'bun:test';
import type { Scope } from '@/core/scope.ts';
import { createCampaignPace, gapAfter, longestGap } from './campaign-pace.state.ts';

const settings = { messageInterval: 20, longerIntervalAfter: 3, greaterInterval: 60 };
type Settings = Parameters<typeof gapAfter>[1];
const gap = (sentInARow: number, changes: Partial<Settings> = {}, chance = 0) =>
  gapAfter({ sentInARow }, { ...settings, ...changes } as Settings, chance);

test('every third gap is the long one, and counting starts again', () => {
  expect([0, 1, 2].map((sent) => gap(sent))).toEqual([
    { ms: 20_000, sentInARow: 1 },
    { ms: 20_000, sentInARow: 2 },
    { ms: 60_000, sentInARow: 0 },
  ]);
  expect(gap(7, { longerIntervalAfter: 0 })).toEqual({ ms: 20_000, sentInARow: 8 });
});

test('a long gap is never shorter than the usual one', () => {
  expect(gap(2, { greaterInterval: 5 })).toEqual({ ms: 20_000, sentInARow: 0 });
  expect(longestGap({ ...settings, greaterInterval: 5 } as Settings)).toBe(26_000);
});

test('gaps are up to three tenths longer than set, never shorter', () => {
  expect(gap(0, {}, 0.5).ms).toBe(23_000);
  expect(gap(0, {}, 1).ms).toBe(longestGap({ ...settings, greaterInterval: 0 } as Settings));
});

test('after a restart the stored moment counts, at most for the longest gap', () => {
  const now = new Date('2026-03-10T12:00:00Z');
  const scope = { companyId: 1, now: () => now } as Scope;
  const leftAfter = (ms: number) =>
    createCampaignPace(() => 5_000).remainingMs(
      { id: 1, nextAt: new Date(now.getTime() + ms) },
      scope,
      60_000,
    );
  expect([30_000, 900_000, -30_000].map(leftAfter)).toEqual([30_000, 60_000, 0]);
});

test('an answer brings the next message forward, never back', () => {
  let ticks = 0;
  const pace = createCampaignPace(() => ticks);
  const scope = { companyId: 1, now: () => new Date(0) } as Scope;
  const left = () => pace.remainingMs({ id: 1, nextAt: null }, scope, 60_000);
  pace.pause(scope, 1, 20_000);
  pace.bringForward(scope, 1, 5_000);
  pace.bringForward(scope, 1, 9_000);
  ticks += 2_000;
  expect(left()).toBe(3_000);
  ticks += 60_000;
  expect(left()).toBe(0);
});
