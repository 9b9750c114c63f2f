import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { connectionQueues, tags, tickets, ticketTags } from '@db/tenant/schema/index.ts';
import type { Reply } from '@test/support/app.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { fillCompany, type World } from '@test/support/world.ts';
import { eq } from 'drizzle-orm';
import { MODULES } from '@/modules.ts';

let desk: TestDesk;
let world: World;
let laneId = 0;

beforeAll(async () => {
  desk = await createTestDesk();
  const { queueId } = desk.cast;
  world = await fillCompany(desk, { company: 'aurora', queueId: queueId.Vendas, mark: 'um' });
  const scope = await desk.systemScope();
  await scope.write(async (tx) => {
    await tx.db
      .insert(connectionQueues)
      .values({ connectionId: world.connectionId, queueId: queueId.Suporte });
    const lane = { name: 'Orçamento', searchName: 'orcamento', color: '#1F7A1F', kanban: true };
    const [row] = await tx.db.insert(tags).values(lane).returning();
    laneId = row?.id ?? 0;
  });
});
afterAll(() => desk.stop());

beforeEach(async () => {
  const scope = await desk.systemScope();
  await scope.write(async (tx) => {
    const standing = { userId: desk.cast.userId.ana, queueId: desk.cast.queueId.Vendas, snoozedUntil: null };
    await tx.db
      .update(tickets)
      .set({ status: 'open', unreadMessages: 2, ...standing })
      .where(eq(tickets.id, world.ticketId));
    await tx.db.delete(ticketTags);
    await tx.db.insert(ticketTags).values({ ticketId: world.ticketId, tagId: world.tagId });
  });
});

async function standing() {
  const { db } = await desk.systemScope();
  const row = await db.query.tickets.findFirst({ where: eq(tickets.id, world.ticketId) });
  const tagged = await db.select().from(ticketTags).where(eq(ticketTags.ticketId, world.ticketId));
  return { row, tagIds: tagged.map(({ tagId }) => tagId).sort() };
}

type Standing = Awaited<ReturnType<typeof standing>>;
/** `before` where another change had to come first. */
type Way = () => Promise<{ offered: string | null | undefined; before?: Standing }>;

const inToast = ({ headers }: Reply): string | undefined => {
  const { toast } = JSON.parse(headers.get('HX-Trigger') ?? '{}') as { toast?: { undo?: string } };
  return toast?.undo;
};
const part =
  (method: string, path: () => string, form: () => Record<string, string> = () => ({})): Way =>
  async () => ({ offered: inToast(await (await desk.as('ana')).part(method, path(), form())) });
const put =
  (path: () => string, body: () => Record<string, unknown>): Way =>
  async () => {
    const headers = { 'Content-Type': 'application/json', 'X-Offer-Undo': '1' };
    const init = { method: 'PUT', headers, body: JSON.stringify(body()) };
    const { headers: said } = await (await desk.as('ana')).raw(path(), init);
    return { offered: said.get('X-Undo-Token') };
  };
const patch = (change: () => Record<string, unknown>) => put(() => `/tickets/${world.ticketId}`, change);
const bulk = (action: string, more: () => Record<string, string> = () => ({})) =>
  part(
    'POST',
    () => '/tickets/bulk',
    () => ({ action, ids: String(world.ticketId), ...more() }),
  );
const after =
  (first: Way, then: Way): Way =>
  async () => {
    await first();
    const before = await standing();
    return { ...(await then()), before };
  };
const of = (what: string) => () => `/tickets/${world.uuid}/${what}`;

/** By the row that carries it out, as buttons, keys, menus, dialogs and the board call it. */
const WAYS: Record<string, Record<string, Way>> = {
  'PUT /tickets/:ticketId': {
    'resolve (list, header, e)': patch(() => ({ status: 'closed' })),
    return: patch(() => ({ status: 'pending', userId: null })),
    accept: after(
      patch(() => ({ status: 'pending', userId: null })),
      patch(() => ({ status: 'open', userId: desk.cast.userId.ana })),
    ),
    reopen: after(
      patch(() => ({ status: 'closed' })),
      patch(() => ({ status: 'open', userId: desk.cast.userId.ana })),
    ),
    'take over': patch(() => ({ status: 'open', userId: desk.cast.userId.bia, queueId: world.queueId })),
  },
  'PUT /tickets/:uuid/transfer': {
    'to a colleague': part('PUT', of('transfer'), () => ({
      queueId: String(desk.cast.queueId.Vendas),
      whatsappId: String(world.connectionId),
      userId: String(desk.cast.userId.bia),
    })),
    'to another queue': part('PUT', of('transfer'), () => ({
      queueId: String(desk.cast.queueId.Suporte),
      whatsappId: String(world.connectionId),
      userId: '',
    })),
  },
  'POST /tickets/:uuid/snooze': { snooze: part('POST', of('snooze'), () => ({ choice: 'hour' })) },
  'DELETE /tickets/:uuid/snooze': {
    wake: after(
      part('POST', of('snooze'), () => ({ choice: 'hour' })),
      part('DELETE', of('snooze')),
    ),
  },
  'POST /tickets/:uuid/tags': {
    'a new tag': part('POST', of('tags'), () => ({ name: 'Urgente', tagId: '', create: 'true' })),
  },
  'DELETE /tickets/:uuid/tags/:tagId': {
    'take a tag off': part('DELETE', () => of(`tags/${world.tagId}`)()),
  },
  'POST /tickets/bulk': {
    close: bulk('close'),
    assign: bulk('assign', () => ({ userId: String(desk.cast.userId.bia), queueId: '' })),
    tag: bulk('tag', () => ({ tagIds: String(laneId) })),
    read: bulk('read'),
    unread: after(bulk('read'), bulk('unread')),
  },
  'PUT /kanban/cards/:ticketId': {
    'move a card': put(
      () => `/kanban/cards/${world.ticketId}`,
      () => ({ from: 0, to: laneId }),
    ),
  },
};

const NO_UNDO: Record<string, string> = {
  'DELETE /tickets/:uuid': 'asks first, and says that it cannot be taken back',
  'POST /tickets': 'begins a ticket and changes none',
  'POST /tickets/:uuid/share': 'tells colleagues of it, and leaves it as it is',
  'POST /tickets/:uuid/notes': 'a note is not the ticket; it is taken away by its button',
  'DELETE /tickets/:uuid/notes/:noteId': 'asks first',
};

describe('every change of a ticket offers itself back, by whatever path', () => {
  for (const [row, ways] of Object.entries(WAYS))
    for (const [name, way] of Object.entries(ways))
      test(`${row}: ${name}`, async () => {
        const was = await standing();
        desk.clock.advance(60_000);
        const { offered, before = was } = await way();
        expect(await standing()).not.toEqual(before);
        expect((await (await desk.as('ana')).json('POST', `/undo/${offered}`)).status).toBe(200);
        expect(await standing()).toEqual(before);
      });
});

test('a page’s call that changes tickets is tried above, or says why it offers nothing', () => {
  const rows = MODULES.flatMap(({ pages = [] }) => pages)
    .map(({ method, path }) => `${method} ${path}`)
    .filter((row) => /^(POST|PUT|PATCH|DELETE) \/(tickets|kanban)\b/.test(row));
  expect(rows.filter((row) => !(row in WAYS) && !(row in NO_UNDO))).toEqual([]);
});
