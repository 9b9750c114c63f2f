import { expect, test } from 'bun:test';
import { createHistogram, fractionSince } from './histogram.ts';

test('counts values above the last bound and reports them as that bound', () => {
  const one = createHistogram([10, 100]);
  for (const value of [1, 10, 11, 5_000]) one.observe(value);
  expect(one.read()).toEqual({ counts: [2, 1, 1], count: 4, sum: 5_022 });
  expect(fractionSince(one, undefined, 0.5)).toBe(10);
  expect(fractionSince(one, undefined, 0.75)).toBe(100);
  expect(fractionSince(one, undefined, 1)).toBe(100);
});

test('counts only values since the previous reading', () => {
  const one = createHistogram([10, 100]);
  for (let n = 0; n < 100; n += 1) one.observe(50);
  const before = one.read();
  expect(fractionSince(one, before, 0.95)).toBeNull();
  one.observe(3);
  expect(fractionSince(one, before, 0.95)).toBe(10);
});
