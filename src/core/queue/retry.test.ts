import { expect, test } from 'bun:test';
import { CLOSED, circuitAfter, delayAfter, isPaused, retryAfterMs, withJitter } from './retry.ts';

const NOW = new Date('2026-03-02T12:00:00Z');
const inMs = (ms: number) => new Date(NOW.getTime() + ms);

test.each([
  ['doubles up to the maximum', { firstMs: 1_000, longestMs: 60_000 }, [0, 1_000, 2_000, 4_000, 60_000]],
  ['begins at the threshold', { firstMs: 10, longestMs: 15, threshold: 3 }, [0, 0, 0, 10, 15]],
  ['follows a list to its last delay', { delaysMs: [5, 30] }, [0, 5, 30, 30, 30]],
])('a delay %s', (_name, policy, expected) => {
  expect([0, 1, 2, 3, 2_000].map((failures) => delayAfter(failures, policy))).toEqual(expected);
});

test('jitter takes up to half of a delay', () => {
  expect([0, 0.5, 1].map((random) => withJitter(4_000, random))).toEqual([2_000, 3_000, 4_000]);
});

test.each([
  ['30', 30_000],
  ['0', 0],
  ['86400', 3_600_000],
  ['-1', undefined],
  ['Mon, 02 Mar 2026 12:00:05 GMT', 5_000],
  ['Mon, 02 Mar 2026 11:00:00 GMT', undefined],
  ['Tue, 03 Mar 2026 12:00:00 GMT', 3_600_000],
])('reads Retry-After %p as %p', (value, expected) => {
  expect(retryAfterMs(new Headers({ 'Retry-After': value, Date: NOW.toUTCString() }))).toBe(expected);
});

test('a circuit opens at the threshold, or for as long as the receiver wants', () => {
  const policy = { firstMs: 60_000, longestMs: 90_000, threshold: 2 };
  const once = circuitAfter(CLOSED, { policy, now: NOW });
  expect(once).toEqual({ failuresInARow: 1, pausedUntil: null });
  const twice = circuitAfter(once, { policy, now: NOW });
  expect(twice).toEqual({ failuresInARow: 2, pausedUntil: inMs(60_000) });
  expect([isPaused(once, NOW), isPaused(twice, NOW), isPaused(twice, inMs(60_000))]).toEqual([
    ...[false, true, false],
  ]);
  expect(circuitAfter(CLOSED, { policy, now: NOW, retryAfterMs: 5_000 }).pausedUntil).toEqual(inMs(5_000));
});
