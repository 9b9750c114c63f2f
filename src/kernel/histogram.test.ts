import { expect, test } from 'bun:test';
import { createHistogram, shareSince } from './histogram.ts';

test('what is above the last bound is counted, and told as the last', () => {
  const one = createHistogram([10, 100]);
  for (const value of [1, 10, 11, 5_000]) one.observe(value);
  expect(one.read()).toEqual({ counts: [2, 1, 1], count: 4, sum: 5_022 });
  expect(shareSince(one, undefined, 0.5)).toBe(10);
  expect(shareSince(one, undefined, 0.75)).toBe(100);
  expect(shareSince(one, undefined, 1)).toBe(100);
});

test('only what came since counts', () => {
  const one = createHistogram([10, 100]);
  for (let n = 0; n < 100; n += 1) one.observe(50);
  const before = one.read();
  expect(shareSince(one, before, 0.95)).toBeNull();
  one.observe(3);
  expect(shareSince(one, before, 0.95)).toBe(10);
});
