import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { tickets } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { addConnection, inbound, JOAO } from '@test/support/inbound.ts';
import type { PersonName } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';
import type { TicketEventView } from '@/modules/tickets/tickets.views.ts';
import type { MessageHit, MessageView } from './messages.views.ts';
import { shorten } from './search-messages.queries.ts';

let testApp: TestApp;
let ticketId: number;

beforeAll(async () => {
  testApp = await createTestApp();
  const connectionId = await addConnection(testApp);
  const system = await testApp.systemScope();
  const target = { companyId: system.companyId, connectionId };
  const browser = await testApp.as('ana');
  for (let n = 1; n <= 50; n += 1) {
    await testApp.listener.onMessages(target, [inbound({ text: `Pedido número ${n} à vista` })]);
    testApp.clock.advance(30_000);
    const row = await system.db.query.tickets.findFirst();
    ticketId = row?.id ?? 0;
    if (n === 10 || n === 30) await browser.json('PUT', `/tickets/${ticketId}`, { status: 'open' });
    if (n === 20 || n === 50) await browser.json('PUT', `/tickets/${ticketId}`, { status: 'pending' });
    testApp.clock.advance(30_000);
  }
  await testApp.listener.onMessages(target, [inbound({ from: JOAO, text: 'pedido de outro' })]);
  await system.write((tx) =>
    tx.db.update(tickets).set({ queueId: testApp.people.queueId.Vendas }).where(eq(tickets.id, ticketId)),
  );
  await testApp.settle();
});
afterAll(() => testApp.stop());

type Page = { messages: MessageView[]; events: TicketEventView[]; hasMore: boolean };
const read = async (query: string, who: PersonName = 'bia') =>
  (await (await testApp.as(who)).json<Page>('GET', `/messages/${ticketId}?peek=true&${query}`)).body;
const search = async (q: string, more = '', who: PersonName | undefined = 'bia') =>
  (await testApp.as(who)).json<{ hits: MessageHit[]; hasMore: boolean; error: string }>(
    'GET',
    `/messages/${ticketId}/search?q=${encodeURIComponent(q)}${more}`,
  );
const typesOf = ({ events }: Page) => events.map(({ type }) => type);

describe('ticket history in message pages', () => {
  test('is split by page without gaps or duplicates', async () => {
    const newest = await read('pageNumber=1');
    const middle = await read('pageNumber=2');
    const oldest = await read('pageNumber=3');
    expect([oldest, middle, newest].map(typesOf)).toEqual([
      ['opened', 'accepted'],
      ['returned', 'accepted'],
      ['returned'],
    ]);
    const all = await (await testApp.as('bia')).json<Page>('GET', `/tickets/${ticketId}/events`);
    const seen = [oldest, middle, newest].flatMap(({ events }) => events.map(({ id }) => id));
    expect([...new Set(seen)]).toEqual(all.body.events.map(({ id }) => id));
  });

  test('comes with older pages, around a message and with missed ones', async () => {
    const { messages } = await read('pageNumber=2');
    const first = messages[0]?.id;
    expect(typesOf(await read(`before=${first}`))).toEqual(['opened', 'accepted']);
    expect(typesOf(await read(`around=${messages[10]?.id}`))).toEqual(['returned', 'accepted']);
    const newest = await read('pageNumber=1');
    expect(typesOf(await read(`after=${newest.messages.at(-1)?.id}`))).toEqual(['returned']);
    const start = (await read('pageNumber=3')).messages[0]?.id;
    expect((await read(`before=${start}`)).events).toEqual([]);
  });
});

describe('message page size', () => {
  test.each([
    ['size=30', 30],
    ['', 20],
    ['size=100', 50],
  ])('?%s', async (query, count) => expect((await read(query)).messages).toHaveLength(count));

  test('applies to every way of paging', async () => {
    const { messages } = await read('size=100');
    const at = (n: number) => messages[n]?.id;
    expect((await read(`size=30&before=${at(40)}`)).messages.map(({ id }) => id)).toEqual(
      messages.slice(10, 40).map(({ id }) => id),
    );
    expect((await read(`size=30&after=${at(5)}`)).messages).toHaveLength(30);
    expect((await read(`size=30&around=${at(25)}`)).messages.map(({ id }) => id)).toEqual(
      messages.slice(10, 40).map(({ id }) => id),
    );
  });

  test.each(['size=0', 'size=101', 'size=-5', 'size=x'])('?%s is refused', async (query) => {
    const reply = await (await testApp.as('bia')).json('GET', `/messages/${ticketId}?peek=true&${query}`);
    expect(reply.status).toBe(400);
  });
});

describe('searching a conversation', () => {
  test('finds term prefixes ignoring accents and case, newest first, with marks', async () => {
    const { body } = await search('NUMERO 4');
    expect(body.hits.map(({ body: text }) => text)[0]).toBe('Pedido [[número]] [[49]] à vista');
    expect(body.hits).toHaveLength(11);
    expect(body.hasMore).toBe(false);
  });

  test('pages after the last result', async () => {
    const first = (await search('pedido')).body;
    expect([first.hits.length, first.hasMore]).toEqual([20, true]);
    const second = (await search('pedido', `&before=${first.hits.at(-1)?.id}`)).body;
    const third = (await search('pedido', `&before=${second.hits.at(-1)?.id}`)).body;
    expect([third.hits.length, third.hasMore]).toEqual([10, false]);
    const ids = [first, second, third].flatMap(({ hits }) => hits.map(({ id }) => id));
    expect(new Set(ids).size).toBe(50);
  });

  test('opens any result, however old', async () => {
    const [hit] = (await search('número 1 vista')).body.hits.slice(-1);
    const { messages } = await read(`around=${hit?.id}`);
    expect(messages.map(({ id }) => id)).toContain(hit?.id ?? '');
  });

  for (const q of ['', ' ', '"', '*', 'pedido" OR "x', 'NEAR(a b)', '-pedido', 'body:pedido', '%', '😀']) {
    test(`treats ${JSON.stringify(q)} as plain text`, async () => {
      expect((await search(q)).status).toBe(200);
    });
  }

  test('is limited to the conversation and to users who may see it', async () => {
    expect((await search('outro')).body.hits).toEqual([]);
    for (const who of ['caio', 'davi'] as const) {
      expect(await search('pedido', '', who)).toMatchObject({
        status: 404,
        body: { error: 'ERR_NO_TICKET_FOUND' },
      });
    }
    expect((await search('x'.repeat(201))).status).toBe(400);
    expect((await search('pedido', '&before=abc')).status).toBe(400);
  });

  test('shortens long results around the match with complete marks', () => {
    const long = shorten(`${'a'.repeat(300)} [[achado]] ${'b'.repeat(300)}`);
    expect(long.length).toBeLessThanOrEqual(160);
    expect(long).toContain('[[achado]]');
    const endless = shorten(`x [[${'y'.repeat(400)}]]`);
    expect(endless.length).toBeLessThanOrEqual(160);
    expect(endless).toMatch(/^x \[\[y+\]\]…$/);
    expect(shorten('curto [[a]]')).toBe('curto [[a]]');
  });
});
