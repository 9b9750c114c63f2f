import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { addConnection, inbound } from '@test/support/inbound.ts';
import type { MessageView } from './messages.views.ts';
import { countFitting } from './page-bytes.ts';

const MOST = 1_000_000;
const COUNT = 70;
let desk: TestDesk;
let path: string;

beforeAll(async () => {
  desk = await createTestDesk();
  const connectionId = await addConnection(desk);
  const system = await desk.systemScope();
  const texts = Array.from({ length: COUNT }, (_, n) =>
    n % 3 === 0 ? `${n}` : (n % 2 ? 'ã' : 'a').repeat(60_000),
  );
  await desk.listener.onMessages(
    { companyId: system.companyId, connectionId },
    texts.map((text) => inbound({ text })),
  );
  await desk.settle();
  path = `/messages/${(await system.db.query.tickets.findFirst())?.id}?peek=true`;
});
afterAll(() => desk.stop());

type Page = { messages: MessageView[]; count: number; hasMore: boolean };
const read = async (query: string) =>
  (await (await desk.as('ana')).json<Page>('GET', `${path}&${query}`)).body;
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
  test('hold fewer, and by numbers none is missed and none comes twice', async () => {
    let pageNumber = 1;
    const pages = await readAll('pageNumber=1', () => `pageNumber=${++pageNumber}`);
    expect(pages.length).toBeGreaterThan(4);
    const all = pages.toReversed().flat();
    expect(all).toHaveLength(COUNT);
    expect(all).toEqual(all.toSorted((a, b) => a - b));
    expect(new Set(all).size).toBe(COUNT);
    expect(await read('pageNumber=100000')).toMatchObject({ messages: [], hasMore: false });
  });

  test('nor by ids, backwards and forwards', async () => {
    const back = await readAll('pageNumber=1', (page) => `before=${idsOf(page)[0]}`);
    const all = back.toReversed().flat();
    expect(new Set(all).size).toBe(COUNT);
    const first = Math.min(...all);
    const forth = await readAll(`after=${first}`, (page) => `after=${idsOf(page).at(-1)}`);
    expect(forth.flat()).toEqual(all.slice(1));
  });

  test('a page around a message holds it', async () => {
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
])('of %j bytes %d fit', (sizes, fitting) => expect(countFitting(sizes)).toBe(fitting));
