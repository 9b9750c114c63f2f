import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test';
import { createTestDesk } from '@test/support/deps.ts';
import { setSuper } from '@test/support/people.ts';
import { LocalConnection } from './kernel/db/local-connection.ts';
import { menuOf, spreadDelayOf } from './menu.ts';

type Desk = Awaited<ReturnType<typeof createTestDesk>>;

let desk: Desk;
beforeAll(async () => {
  desk = await createTestDesk();
});
afterAll(() => desk.stop());

describe('badges', () => {
  test('a thousand open pages fetch one over four seconds, the first after two', () => {
    const delays = Array.from({ length: 1_000 }, () => spreadDelayOf(desk.kernel.ids.token(24)));
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(2_000);
    expect(Math.max(...delays)).toBeLessThanOrEqual(6_000);
    const perTenth = Map.groupBy(delays, (ms) => ms);
    expect(Math.max(...[...perTenth.values()].map(({ length }) => length))).toBeLessThan(80);
  });

  test('a page says when; the next page of the same session says the same', async () => {
    const ana = await desk.as('ana');
    const trigger = async () =>
      /refresh:announcement from:document delay:(\d+)ms/.exec((await ana.page('/tickets')).text)?.[1];
    const first = await trigger();
    expect(Number(first)).toBeGreaterThanOrEqual(2_000);
    expect(await trigger()).toBe(first ?? '');
  });
});

test('campaigns stand outside the administration, and only before people who may manage them', async () => {
  const places = async (who: 'ana' | 'bia') =>
    (await menuOf(await desk.scopeOf(who))).filter(({ key }) => /campaign|contactLists/i.test(key));
  expect((await places('ana')).map(({ key, section }) => [key, section])).toEqual([
    ['campaigns', 'main'],
    ['contactLists', 'main'],
    ['campaignsConfig', 'main'],
  ]);
  expect(await places('bia')).toEqual([]);
});

test('what nobody has written since is not read again for the next page, above all companies either', async () => {
  await setSuper(desk.kernel, desk.cast, 'davi');
  const davi = await desk.scopeOf('davi');
  const first = await menuOf(davi);
  const reads = [spyOn(LocalConnection.prototype, 'run'), spyOn(LocalConnection.prototype, 'values')];
  try {
    expect(await menuOf(davi)).toEqual(first);
    expect(reads.flatMap(({ mock }) => mock.calls.map(([sql]) => sql))).toEqual([]);
  } finally {
    for (const read of reads) read.mockRestore();
  }
});
