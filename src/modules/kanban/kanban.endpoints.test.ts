import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { contacts, tags, tickets, ticketTags } from '@db/tenant/schema/index.ts';
import type { PersonName } from '@test/support/people.ts';
import { createPlanner, type Planner, walks } from '@test/support/plans.ts';
import { eq, inArray } from 'drizzle-orm';
import { createTicketLists, type TicketLists } from '@/modules/tickets/list/ticket-lists.test-support.ts';
import type { TicketPage } from '@/modules/tickets/tickets.views.ts';
import { listBoardTickets, listCards, readBoard } from './board.queries.ts';
import { CARDS_PER_COLUMN } from './kanban.schema.ts';
import type { BoardView, CardPage, ColumnCounts } from './kanban.views.ts';

let on: TicketLists;
let planner: Planner;
let a = 0;
let b = 0;

beforeAll(async () => {
  on = await createTicketLists();
  planner = await createPlanner();
  a = on.tagId.a ?? 0;
  b = on.tagId.b ?? 0;
  await on.system.write(async (tx) => {
    await tx.db.update(tags).set({ kanban: true });
    await tx.db.insert(tags).values({ name: 'c', searchName: 'c', color: '#000000' });
  });
});
afterAll(async () => {
  planner.close();
  await on.testApp.stop();
});

const LINKS = () =>
  [
    ['pending vendas', a],
    ['pending vendas', b],
    ['pending suporte', a],
    ['open vendas bia', b],
    ['closed vendas', a],
  ] as const;

beforeEach(async () => {
  await on.system.write(async (tx) => {
    await tx.db.delete(ticketTags);
    await tx.db
      .insert(ticketTags)
      .values(LINKS().map(([name, tagId]) => ({ ticketId: on.ids[name] ?? 0, tagId })));
  });
  await on.testApp.settle();
});

const get = async <T>(who: PersonName, path: string) => {
  const reply = await (await on.testApp.as(who)).json<T>('GET', path);
  expect({ path, status: reply.status }).toEqual({ path, status: 200 });
  return reply.body;
};

async function board(who: PersonName, query = ''): Promise<Record<string, string[]>> {
  const { lanes: columns } = await get<BoardView>(who, `/kanban/board${query}`);
  const { lanes: counted } = await get<ColumnCounts>(who, `/kanban/counts${query}`);
  expect(columns.map(({ id, count }) => ({ id, count }))).toEqual(counted);
  for (const { count, tickets: cards, hasMore } of columns)
    expect([count, hasMore]).toEqual([cards.length, false]);
  return Object.fromEntries(
    columns.map(({ name, tickets: cards }) => [
      name || 'open',
      cards.map(({ contact }) => contact.name).toSorted(),
    ]),
  );
}

describe('kanban board', () => {
  test('has a column per kanban tag and one for untagged active tickets', async () => {
    expect(await board('ana')).toEqual({
      open: ['open none ana', 'open suporte bia', 'open vendas rui', 'pending none'],
      a: ['pending suporte', 'pending vendas'],
      b: ['open vendas bia', 'pending vendas'],
    });
  });

  test('shows each user what their lists show', async () => {
    expect(await board('bia')).toEqual({
      open: ['open suporte bia'],
      a: ['pending vendas'],
      b: ['open vendas bia', 'pending vendas'],
    });
    expect(await board('caio')).toEqual({ open: [], a: ['pending suporte'], b: [] });
    expect((await board('rui')).open).toEqual(['open suporte bia', 'open vendas rui']);
    expect(await board('davi')).toEqual({ open: [] });
  });

  test('filters by queue, agent and text, ignoring filters outside the user’s scope', async () => {
    const { queueId, userId } = on.testApp.people;
    expect(await board('ana', `?queueId=${queueId.Suporte}`)).toEqual({
      open: ['open suporte bia'],
      a: ['pending suporte'],
      b: [],
    });
    expect(await board('ana', `?userId=${userId.bia}`)).toEqual({
      open: ['open suporte bia'],
      a: [],
      b: ['open vendas bia'],
    });
    expect(await board('bia', `?userId=${userId.rui}`)).toEqual(await board('bia'));
    expect(await board('bia', `?queueId=${queueId.Suporte}`)).toEqual({
      open: ['open suporte bia'],
      a: [],
      b: [],
    });
    expect(await board('ana', '?searchParam=suporte')).toEqual({
      open: ['open suporte bia'],
      a: ['pending suporte'],
      b: [],
    });
    expect(await board('caio', '?searchParam=vendas')).toEqual({ open: [], a: [], b: [] });
  });

  test('pages columns by cursor, each card once', async () => {
    await on.system.write(async (tx) => {
      const people = Array.from({ length: 50 }, (_, n) => ({ name: `muitos ${n}`, number: `55117${n}` }));
      const added = await tx.db.insert(contacts).values(people).returning({ id: contacts.id });
      const rows = await tx.db
        .insert(tickets)
        .values(
          added.map(({ id }, n) => ({
            uuid: `many-${n}`,
            contactId: id,
            connectionId: on.connectionId,
            status: n % 2 ? ('open' as const) : ('pending' as const),
            waitingSince: tx.now(),
            updatedAt: new Date(tx.now().getTime() - Math.floor(n / 5) * 1000),
          })),
        )
        .returning({ id: tickets.id });
      await tx.db.insert(ticketTags).values(rows.map(({ id }) => ({ ticketId: id, tagId: b })));
    });
    for (const [column, all] of [
      [b, 52],
      [0, 4],
    ] as const) {
      const { lanes: columns } = await get<BoardView>('ana', '/kanban/board');
      const first = columns.find(({ id }) => id === column);
      const seen = [...(first?.tickets ?? [])];
      expect(first).toMatchObject({ count: all, hasMore: all > CARDS_PER_COLUMN });
      for (let more = first?.hasMore ?? false; more; ) {
        const last = seen.at(-1);
        const after = `${Date.parse(last?.updatedAt ?? '')},${last?.id}`;
        const page = await get<CardPage>('ana', `/kanban/cards?lane=${column}&after=${after}`);
        expect(page.count).toBe(all);
        seen.push(...page.tickets);
        more = page.hasMore;
      }
      expect(seen.length).toBe(all);
      expect(new Set(seen.map(({ id }) => id)).size).toBe(all);
      expect(seen).toEqual(
        seen.toSorted((one, two) =>
          one.updatedAt === two.updatedAt ? two.id - one.id : one.updatedAt < two.updatedAt ? 1 : -1,
        ),
      );
    }
    await on.system.write(async (tx) => {
      const many = tx.db.select({ id: contacts.id }).from(contacts).where(eq(contacts.number, '551170'));
      await tx.db.delete(contacts).where(inArray(contacts.id, many));
      await tx.db.delete(tickets).where(
        inArray(
          tickets.uuid,
          Array.from({ length: 50 }, (_, n) => `many-${n}`),
        ),
      );
    });
  });

  test('uses no full table scan', async () => {
    const filter = { queueId: 1, userId: 1 };
    for (const who of ['ana', 'bia'] as const) {
      const scope = await on.testApp.scopeOf(who);
      const steps = await planner.stepsOf(async () => {
        await readBoard(scope, filter);
        await listCards(scope, { ...filter, lane: 0, after: '1760000000000,7' });
        await listCards(scope, { ...filter, lane: a });
        await listBoardTickets(scope, { pageNumber: 1, queueIds: [1], users: [], tags: [] } as never);
      });
      expect(steps.length).toBeGreaterThan(5);
      // A row for each column, status, queue and user.
      expect(new Set(walks(steps))).toEqual(new Set(['SCAN kanban_totals']));
    }
  });
});

describe('kanban for existing clients', () => {
  test('returns the columns and all cards in one list', async () => {
    const { lista } = await get<{ lista: { id: number; name: string; kanban: number }[] }>(
      'bia',
      '/tags/kanban',
    );
    expect(lista.map(({ id, name, kanban }) => [id, name, kanban])).toEqual([
      [a, 'a', 1],
      [b, 'b', 1],
    ]);
    const { Vendas } = on.testApp.people.queueId;
    const {
      tickets: cards,
      count,
      hasMore,
    } = await get<TicketPage>('bia', `/ticket/kanban?queueIds=[${Vendas}]`);
    expect(cards.map(({ contact }) => contact.name).toSorted()).toEqual([
      'open vendas bia',
      'pending vendas',
    ]);
    expect([count, hasMore]).toEqual([2, false]);
    expect(cards.find(({ contact }) => contact.name === 'pending vendas')?.tags.map(({ id }) => id)).toEqual([
      a,
      b,
    ]);
  });
});

describe('moving a card', () => {
  const ticket = () => on.ids['pending vendas'] ?? 0;
  const tagsOf = async (id = ticket()) =>
    (await on.system.db.select().from(ticketTags).where(eq(ticketTags.ticketId, id)))
      .map(({ tagId }) => tagId)
      .toSorted();
  const move = async (who: PersonName, body: unknown, id = ticket()) =>
    (await on.testApp.as(who)).json<{ error: string }>('PUT', `/kanban/cards/${id}`, body);

  test('replaces the column’s tag, keeps others and notifies viewers', async () => {
    const received = await on.testApp.listenAs('ana');
    const deaf = await on.testApp.listenAs('caio');
    const c = (await on.system.db.query.tags.findFirst({ where: eq(tags.name, 'c') }))?.id ?? 0;
    const id = on.ids['open vendas bia'] ?? 0;
    await on.system.write((tx) => tx.db.insert(ticketTags).values({ ticketId: id, tagId: c }));
    expect((await move('bia', { from: b, to: a }, id)).status).toBe(204);
    expect(await tagsOf(id)).toEqual([a, c]);
    expect((await move('bia', { from: a, to: 0 }, id)).status).toBe(204);
    expect(await tagsOf(id)).toEqual([c]);
    expect((await move('bia', { from: 0, to: b }, id)).status).toBe(204);
    expect(await tagsOf(id)).toEqual([b, c]);
    await on.testApp.settle();
    expect(received.filter(({ channel }) => channel === 'ticket').length).toBe(3);
    expect(deaf.filter(({ channel }) => channel === 'ticket')).toEqual([]);
  });

  test('leaves other columns of the card unchanged', async () => {
    expect((await move('bia', { from: a, to: 0 })).status).toBe(204);
    expect(await tagsOf()).toEqual([b]);
  });

  const REFUSED: [string, PersonName, () => unknown, number, string][] = [
    [
      'of a ticket that somebody else has moved on',
      'bia',
      () => ({ from: 0, to: a }),
      409,
      'ERR_TICKET_ELSEWHERE',
    ],
    ['out of a column in which it is not', 'ana', () => ({ from: 987, to: a }), 409, 'ERR_TICKET_ELSEWHERE'],
    ['into a tag that is no column', 'bia', () => ({ from: a, to: b + 1 }), 404, 'ERR_NO_TAG_FOUND'],
    ['into nothing', 'bia', () => ({ from: a }), 400, ''],
    ['of a ticket of another queue', 'caio', () => ({ from: a, to: 0 }), 403, 'ERR_NO_PERMISSION'],
    ['of a ticket of another company', 'davi', () => ({ from: a, to: 0 }), 404, 'ERR_NO_TICKET_FOUND'],
  ];
  for (const [what, who, body, status, code] of REFUSED) {
    test(`${what} is refused and changes nothing`, async () => {
      const reply = await move(who, body());
      expect(reply.status).toBe(status);
      if (code) expect(reply.body.error).toBe(code);
      expect(await tagsOf()).toEqual([a, b]);
    });
  }

  test('returns 409 to the second of two concurrent moves', async () => {
    const replies = await Promise.all([move('bia', { from: a, to: 0 }), move('rui', { from: a, to: 0 })]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([204, 409]);
    expect(await tagsOf()).toEqual([b]);
  });
});
