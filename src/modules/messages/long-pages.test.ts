import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { addConnection, inbound } from '@test/support/inbound.ts';
import type { MessageView } from './messages.views.ts';
import { countFitting } from './page-bytes.logic.ts';

const MOST = 1_000_000;
const COUNT = 70;
let testApp: TestApp;
let path: string;

beforeAll(async () => {
  testApp = await createTestApp();
  const connectionId = await addConnection(testApp);
  const system = await testApp.systemScope();
  const texts = Array.from({ length: COUNT }, (_, n) =>
    n % 3 === 0 ? `${n}` : (n % 2 ? 'ã' : 'a').repeat(60_000),
  );
  await testApp.listener.onMessages(
    { companyId: system.companyId, connectionId },
    texts.map((text) => inbound({ text })),
  );
  await testApp.settle();
  path = `/messages/${(await system.db.query.tickets.findFirst())?.id}?peek=true`;
});
afterAll(() => testApp.stop());

type Page = { messages: MessageView[]; count: number; hasMore: boolean };
const read = async (query: string) =>
  (await (await testApp.as('ana')).json<Page>('GET', `${path}&${query}`)).body;
const idsOf = ({ messages }: Page) => messages.map(({ id }) => Number(id));
const bytesOf = ({ messages }: Page) => messages.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0);

async function readAll(first: string, next: (page: Page) => string): Promise<number[][]> {
  const pages: number[][] = [];
  for (let page = await read(first); ; page = await read(next(page))) {
    expect(bytesOf(page)).toBeLessThanOrEqual(MOST);
    expect(page.count).toBe(COUNT);
    pages.push(idsOf(page));
    if (!page.hasMore) return pages;
  }
}

describe('pages of long messages', () => {
  test('are shorter and complete when read by number', async () => {
    let pageNumber = 1;
    const pages = await readAll('pageNumber=1', () => `pageNumber=${++pageNumber}`);
    expect(pages.length).toBeGreaterThan(4);
    const all = pages.toReversed().flat();
    expect(all).toHaveLength(COUNT);
    expect(all).toEqual(all.toSorted((a, b) => a - b));
    expect(new Set(all).size).toBe(COUNT);
    expect(await read('pageNumber=100000')).toMatchObject({ messages: [], hasMore: false });
  });

  test('are complete when read by id in both directions', async () => {
    const back = await readAll('pageNumber=1', (page) => `before=${idsOf(page)[0]}`);
    const all = back.toReversed().flat();
    expect(new Set(all).size).toBe(COUNT);
    const first = Math.min(...all);
    const forth = await readAll(`after=${first}`, (page) => `after=${idsOf(page).at(-1)}`);
    expect(forth.flat()).toEqual(all.slice(1));
  });

  test('around a message contain it', async () => {
    const [oldest = 0] = (await readAll('pageNumber=1', (page) => `before=${idsOf(page)[0]}`)).at(-1) ?? [];
    const page = await read(`around=${oldest + 35}`);
    expect(idsOf(page)).toContain(oldest + 35);
    expect(bytesOf(page)).toBeLessThanOrEqual(2 * MOST);
  });
});

test.each([
  [[], 0],
  [[MOST], 1],
  [[MOST + 1], 1],
  [[5 * MOST, 1], 1],
  [[1, 5 * MOST, 1], 1],
  [[MOST / 2, MOST / 2, 1], 2],
  [[1, 2, 3], 3],
])('countFitting of %j bytes is %d', (sizes, fitting) => expect(countFitting(sizes)).toBe(fitting));
