import { afterAll, beforeAll, expect, test } from 'bun:test';
import { tags } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';

const REQUESTS = 400;
const WARM = 100;
/** Flood requests that may be answered while another company waits for one. */
const PASSED = 20;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

const countTags = async () => (await testApp.systemScope('aurora')).db.$count(tags);

const kinds: [string, (n: number) => [method: string, path: string, body?: unknown]][] = [
  ['reads', () => ['GET', '/tags']],
  // Every tenth is refused: failed requests must not use up a slot.
  ['writes', (n) => ['POST', '/tags', { name: n % 10 === 0 ? '' : `etiqueta ${n}` }]],
];
test.each(kinds)(
  'answers a flood of %s completely, and another company before most of it',
  async (kind, call) => {
    const [ana, davi] = [await testApp.as('ana'), await testApp.as('davi')];
    await davi.json('GET', '/tags');
    const answered: number[] = [];
    const ask = async (n: number) => void answered.push((await ana.json(...call(n))).status);
    for (let n = 0; n < WARM; n += 1) await ask(n + REQUESTS);
    const flood = Array.from({ length: REQUESTS }, (_, n) => ask(n));
    const at = answered.length;
    expect((await davi.json('POST', '/tags', { name: `outra ${kind}` })).status).toBe(200);
    expect((await davi.json('GET', '/tags')).status).toBe(200);
    expect(answered.length - at).toBeLessThanOrEqual(PASSED);
    await Promise.all(flood);
    expect(answered).toHaveLength(REQUESTS + WARM);
    expect(new Set(answered.filter((status) => status !== 200))).toEqual(
      new Set(kind === 'writes' ? [400] : []),
    );
  },
);

test('queued requests finish before the app has stopped', async () => {
  const [ana, davi] = [await testApp.as('ana'), await testApp.as('davi')];
  await davi.json('GET', '/tags');
  const before = await countTags();
  const system = await testApp.systemScope('aurora');
  const color = '#111111';
  const writes = Array.from({ length: REQUESTS }, (_, n) =>
    system.write((tx) => tx.db.insert(tags).values({ name: `n${n}`, searchName: `n${n}`, color })),
  );
  const closed = testApp.kernel.tenants.closeAll();
  await Promise.all([...writes, closed]);
  expect((await ana.json('GET', '/tags')).status).toBe(200);
  expect(await countTags()).toBe(before + REQUESTS);
});
