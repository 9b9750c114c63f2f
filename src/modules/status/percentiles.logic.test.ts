import { expect, test } from 'bun:test';
import { Histogram } from 'prom-client';
import { fractionSince, readBuckets } from './percentiles.logic.ts';

const create = () => new Histogram({ name: 'test', help: 'test', buckets: [10, 100], registers: [] });

test('counts values above the last bound and reports them as that bound', async () => {
  const one = create();
  for (const value of [1, 10, 11, 5_000]) one.observe(value);
  const now = await readBuckets(one);
  expect(now.map(({ count }) => count)).toEqual([2, 3, 4]);
  expect([0.5, 0.75, 1].map((share) => fractionSince(now, undefined, share))).toEqual([10, 100, 100]);
});

test('counts only values since the previous reading', async () => {
  const one = create();
  for (let n = 0; n < 100; n += 1) one.observe(50);
  const before = await readBuckets(one);
  expect(fractionSince(before, before, 0.95)).toBeNull();
  one.observe(3);
  expect(fractionSince(await readBuckets(one), before, 0.95)).toBe(10);
});
