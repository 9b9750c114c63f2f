import { expect, test } from 'bun:test';
import { createShares } from './shares.ts';

type Begun = { who: string; end: () => void };

function stand(atOnce = { each: 8, together: 10 }) {
  const shares = createShares();
  shares.name('machine', atOnce);
  const begun: Begun[] = [];
  const count = (company: number) => begun.filter(({ who }) => who.startsWith(`${company}/`)).length;
  return {
    shares,
    begun,
    count,
    async want(companyId: number, peer: string, times: number) {
      for (let n = 0; n < times; n += 1)
        void shares.take(companyId, peer).then((end) => begun.push({ who: `${companyId}/${peer}`, end }));
      await settled();
    },
    /** The work that began first ends, so many times. */
    async end(times: number) {
      for (let n = 0; n < times; n += 1) begun.shift()?.end();
      await settled();
    },
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a peer has its own number, a desk has one for all peers of a sort; other sorts do not count', async () => {
  const { want, begun, shares } = stand();
  await want(1, 'machine:1', 20);
  expect(begun).toHaveLength(8);
  await want(1, 'machine:2', 20);
  expect(begun).toHaveLength(10);
  await want(1, 'send:1', 20);
  expect(begun).toHaveLength(18);
  expect([shares.underWay, shares.waiting]).toEqual([18, 42]);
});

test('a company that comes late begins at once, though all places are held for ever by another', async () => {
  const { want, count } = stand();
  for (let peer = 0; peer < 5; peer += 1) await want(1, `machine:${peer}`, 20);
  expect(count(1)).toBe(10);
  await want(2, 'machine:1', 20);
  expect(count(2)).toBe(2);
});

test('what ends is given to whoever has the least, until all have the same', async () => {
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

test('within a company its peers take turns', async () => {
  const { want, end, begun } = stand({ each: 8, together: 2 });
  await want(1, 'machine:1', 20);
  await want(1, 'machine:2', 20);
  await end(2);
  expect(new Set(begun.map(({ who }) => who))).toEqual(new Set(['1/machine:1', '1/machine:2']));
});

test('everything that was wanted is begun once, and nothing is kept', async () => {
  const { want, end, begun, shares } = stand();
  for (let company = 1; company <= 7; company += 1)
    for (let peer = 0; peer < 3; peer += 1) await want(company, `machine:${peer}`, 9);
  let ended = 0;
  while (begun.length > 0) {
    ended += begun.length;
    await end(begun.length);
  }
  expect(ended).toBe(7 * 3 * 9);
  expect([shares.underWay, shares.waiting]).toEqual([0, 0]);
});

test('opened at the end of the desk, nobody waits any more', async () => {
  const { want, begun, shares } = stand();
  await want(1, 'machine:1', 50);
  shares.open();
  await settled();
  expect(begun).toHaveLength(50);
});
