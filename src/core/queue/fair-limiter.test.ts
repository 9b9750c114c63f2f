import { expect, test } from 'bun:test';
import { type AtOnce, createFairLimiter } from './fair-limiter.ts';

type Begun = { who: string; end: () => void };

function stand(atOnce: Partial<AtOnce> = { each: 8, together: 10 }) {
  const limiter = createFairLimiter();
  limiter.name('machine', atOnce);
  const begun: Begun[] = [];
  const count = (company: number) => begun.filter(({ who }) => who.startsWith(`${company}/`)).length;
  return {
    limiter,
    begun,
    count,
    async want(companyId: number, peer: string, times: number) {
      for (let n = 0; n < times; n += 1)
        void limiter.take(companyId, peer).then((end) => begun.push({ who: `${companyId}/${peer}`, end }));
      await settled();
    },
    async end(times: number) {
      for (let n = 0; n < times; n += 1) begun.shift()?.end();
      await settled();
    },
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('limits each peer and all peers of a kind per company, kinds separately', async () => {
  const { want, begun, limiter } = stand();
  await want(1, 'machine:1', 20);
  expect(begun).toHaveLength(8);
  await want(1, 'machine:2', 20);
  expect(begun).toHaveLength(10);
  await want(1, 'send:1', 20);
  expect(begun).toHaveLength(18);
  expect([limiter.underWay, limiter.waiting]).toEqual([18, 42]);
});

test('a late company starts at once although others hold every slot', async () => {
  const { want, count } = stand();
  for (let peer = 0; peer < 5; peer += 1) await want(1, `machine:${peer}`, 20);
  expect(count(1)).toBe(10);
  await want(2, 'machine:1', 20);
  expect(count(2)).toBe(2);
});

test('without slots of their own, companies together stay within the limit', async () => {
  const { want, begun, end, count } = stand({ each: 2, together: 2, always: 0 });
  await want(1, 'machine:1', 8);
  await want(2, 'machine:1', 1);
  expect([begun.length, count(2)]).toEqual([2, 0]);
  await end(1);
  expect([begun.length, count(2)]).toEqual([2, 1]);
});

test('a free slot goes to the company with the fewest', async () => {
  const { want, end, count } = stand();
  for (let peer = 0; peer < 5; peer += 1) await want(1, `machine:${peer}`, 200);
  await want(2, 'machine:1', 200);
  await want(3, 'machine:1', 200);
  await end(10);
  await end(10);
  expect([count(1), count(2), count(3)].toSorted()).toEqual([3, 3, 4]);
  await end(200);
  expect(Math.max(count(1), count(2), count(3)) - Math.min(count(1), count(2), count(3))).toBeLessThan(2);
});

test('the peers of a company alternate', async () => {
  const { want, end, begun } = stand({ each: 8, together: 2 });
  await want(1, 'machine:1', 20);
  await want(1, 'machine:2', 20);
  await end(2);
  expect(new Set(begun.map(({ who }) => who))).toEqual(new Set(['1/machine:1', '1/machine:2']));
});

test('starts every task exactly once and leaves none waiting', async () => {
  const { want, end, begun, limiter } = stand();
  for (let company = 1; company <= 7; company += 1)
    for (let peer = 0; peer < 3; peer += 1) await want(company, `machine:${peer}`, 9);
  let ended = 0;
  while (begun.length > 0) {
    ended += begun.length;
    await end(begun.length);
  }
  expect(ended).toBe(7 * 3 * 9);
  expect([limiter.underWay, limiter.waiting]).toEqual([0, 0]);
});

test('starts everything that waits once opened at shutdown', async () => {
  const { want, begun, limiter } = stand();
  await want(1, 'machine:1', 50);
  limiter.open();
  await settled();
  expect(begun).toHaveLength(50);
});
