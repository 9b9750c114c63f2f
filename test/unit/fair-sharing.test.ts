import { afterAll, beforeAll, expect, test } from 'bun:test';
import { tags } from '@db/tenant/schema/index.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';

const REQUESTS = 400;
const WARM = 100;
/** What of the flood may be answered while another company asks once. */
const PASSED = 20;

let desk: TestDesk;
beforeAll(async () => {
  desk = await createTestDesk();
});
afterAll(() => desk.stop());

const countTags = async () => (await desk.systemScope('aurora')).db.$count(tags);

const kinds: [string, (n: number) => [method: string, path: string, body?: unknown]][] = [
  ['reads', () => ['GET', '/tags']],
  // Each tenth is refused: what fails takes nobody's turn away.
  ['writes', (n) => ['POST', '/tags', { name: n % 10 === 0 ? '' : `etiqueta ${n}` }]],
];
test.each(kinds)(
  'a flood of %s is all answered, and another company before most of it',
  async (kind, call) => {
    const [ana, davi] = [await desk.as('ana'), await desk.as('davi')];
    await davi.json('GET', '/tags');
    const answered: number[] = [];
    const ask = async (n: number) => void answered.push((await ana.json(...call(n))).status);
    // What it has had lately.
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

test('what waits for its turn is done before the desk has stopped', async () => {
  const [ana, davi] = [await desk.as('ana'), await desk.as('davi')];
  await davi.json('GET', '/tags');
  const before = await countTags();
  const system = await desk.systemScope('aurora');
  const color = '#111111';
  const writes = Array.from({ length: REQUESTS }, (_, n) =>
    system.write((tx) => tx.db.insert(tags).values({ name: `n${n}`, searchName: `n${n}`, color })),
  );
  const closed = desk.kernel.tenants.closeAll();
  await Promise.all([...writes, closed]);
  expect((await ana.json('GET', '/tags')).status).toBe(200);
  expect(await countTags()).toBe(before + REQUESTS);
});
