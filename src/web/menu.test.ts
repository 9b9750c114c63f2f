import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test';
import { createTestApp } from '@test/support/deps.ts';
import { setSuper } from '@test/support/people.ts';
import { LocalConnection } from '../core/db/driver/local-connection.ts';
import { menuOf, spreadDelayOf } from './menu.ts';

type App = Awaited<ReturnType<typeof createTestApp>>;

let testApp: App;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

describe('badges', () => {
  test('spread the requests of a thousand pages over four seconds after two', () => {
    const delays = Array.from({ length: 1_000 }, () => spreadDelayOf(testApp.kernel.ids.token(24)));
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(2_000);
    expect(Math.max(...delays)).toBeLessThanOrEqual(6_000);
    const perTenth = Map.groupBy(delays, (ms) => ms);
    expect(Math.max(...[...perTenth.values()].map(({ length }) => length))).toBeLessThan(80);
  });

  test('have the same delay on every page of a session', async () => {
    const ana = await testApp.as('ana');
    const trigger = async () =>
      /refresh:announcement from:document delay:(\d+)ms/.exec((await ana.page('/tickets')).text)?.[1];
    const first = await trigger();
    expect(Number(first)).toBeGreaterThanOrEqual(2_000);
    expect(await trigger()).toBe(first ?? '');
  });
});

test('campaign entries are for permitted users only', async () => {
  const locations = async (who: 'ana' | 'bia') =>
    (await menuOf(await testApp.scopeOf(who))).filter(({ key }) => /campaign|contactLists/i.test(key));
  expect((await locations('ana')).map(({ key, section }) => [key, section])).toEqual([
    ['contactLists', 'contacts'],
    ['campaigns', 'campaigns'],
    ['campaignsConfig', 'campaigns'],
  ]);
  expect(await locations('bia')).toEqual([]);
});

test('builds the menu again without queries while nothing was written', async () => {
  await setSuper(testApp.kernel, testApp.people, 'davi');
  const davi = await testApp.scopeOf('davi');
  const first = await menuOf(davi);
  const reads = [spyOn(LocalConnection.prototype, 'run'), spyOn(LocalConnection.prototype, 'values')];
  try {
    expect(await menuOf(davi)).toEqual(first);
    expect(reads.flatMap(({ mock }) => mock.calls.map(([sql]) => sql))).toEqual([]);
  } finally {
    for (const read of reads) read.mockRestore();
  }
});
