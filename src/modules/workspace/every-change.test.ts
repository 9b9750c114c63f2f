import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { connectionQueues, tags, tickets, ticketTags } from '@db/tenant/schema/index.ts';
import type { Reply } from '@test/support/app.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { type Fixtures, fillCompany } from '@test/support/fixtures.ts';
import { eq } from 'drizzle-orm';
import { MODULES } from '@/modules.ts';

let testApp: TestApp;
let fixtures: Fixtures;
let columnId = 0;

beforeAll(async () => {
  testApp = await createTestApp();
  const { queueId } = testApp.people;
  fixtures = await fillCompany(testApp, { company: 'aurora', queueId: queueId.Vendas, mark: 'um' });
  const scope = await testApp.systemScope();
  await scope.write(async (tx) => {
    await tx.db
      .insert(connectionQueues)
      .values({ connectionId: fixtures.connectionId, queueId: queueId.Suporte });
    const queueKey = { name: 'Orçamento', searchName: 'orcamento', color: '#1F7A1F', kanban: true };
    const [row] = await tx.db.insert(tags).values(queueKey).returning();
    columnId = row?.id ?? 0;
  });
});
afterAll(() => testApp.stop());

beforeEach(async () => {
  const scope = await testApp.systemScope();
  await scope.write(async (tx) => {
    const status = {
      userId: testApp.people.userId.ana,
      queueId: testApp.people.queueId.Vendas,
      snoozedUntil: null,
    };
    await tx.db
      .update(tickets)
      .set({ status: 'open', unreadMessages: 2, ...status })
      .where(eq(tickets.id, fixtures.ticketId));
    await tx.db.delete(ticketTags);
    await tx.db.insert(ticketTags).values({ ticketId: fixtures.ticketId, tagId: fixtures.tagId });
  });
});

async function status() {
  const { db } = await testApp.systemScope();
  const row = await db.query.tickets.findFirst({ where: eq(tickets.id, fixtures.ticketId) });
  const tagged = await db.select().from(ticketTags).where(eq(ticketTags.ticketId, fixtures.ticketId));
  return { row, tagIds: tagged.map(({ tagId }) => tagId).sort() };
}

type Status = Awaited<ReturnType<typeof status>>;
type Way = () => Promise<{ offered: string | null | undefined; before?: Status }>;

const inToast = ({ headers }: Reply): string | undefined => {
  const { toast } = JSON.parse(headers.get('HX-Trigger') ?? '{}') as { toast?: { undo?: string } };
  return toast?.undo;
};
const part =
  (method: string, path: () => string, form: () => Record<string, string> = () => ({})): Way =>
  async () => ({ offered: inToast(await (await testApp.as('ana')).part(method, path(), form())) });
const put =
  (path: () => string, body: () => Record<string, unknown>): Way =>
  async () => {
    const headers = { 'Content-Type': 'application/json', 'X-Offer-Undo': '1' };
    const init = { method: 'PUT', headers, body: JSON.stringify(body()) };
    const { headers: sent } = await (await testApp.as('ana')).raw(path(), init);
    return { offered: sent.get('X-Undo-Token') };
  };
const patch = (change: () => Record<string, unknown>) => put(() => `/tickets/${fixtures.ticketId}`, change);
const bulk = (action: string, more: () => Record<string, string> = () => ({})) =>
  part(
    'POST',
    () => '/tickets/bulk',
    () => ({ action, ids: String(fixtures.ticketId), ...more() }),
  );
const after =
  (first: Way, then: Way): Way =>
  async () => {
    await first();
    const before = await status();
    return { ...(await then()), before };
  };
const of = (what: string) => () => `/tickets/${fixtures.uuid}/${what}`;

const WAYS: Record<string, Record<string, Way>> = {
  'PUT /tickets/:ticketId': {
    'resolve (list, header, e)': patch(() => ({ status: 'closed' })),
    return: patch(() => ({ status: 'pending', userId: null })),
    accept: after(
      patch(() => ({ status: 'pending', userId: null })),
      patch(() => ({ status: 'open', userId: testApp.people.userId.ana })),
    ),
    reopen: after(
      patch(() => ({ status: 'closed' })),
      patch(() => ({ status: 'open', userId: testApp.people.userId.ana })),
    ),
    'take over': patch(() => ({
      status: 'open',
      userId: testApp.people.userId.bia,
      queueId: fixtures.queueId,
    })),
  },
  'PUT /tickets/:uuid/transfer': {
    'to a colleague': part('PUT', of('transfer'), () => ({
      queueId: String(testApp.people.queueId.Vendas),
      whatsappId: String(fixtures.connectionId),
      userId: String(testApp.people.userId.bia),
    })),
    'to another queue': part('PUT', of('transfer'), () => ({
      queueId: String(testApp.people.queueId.Suporte),
      whatsappId: String(fixtures.connectionId),
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
    'take a tag off': part('DELETE', () => of(`tags/${fixtures.tagId}`)()),
  },
  'POST /tickets/bulk': {
    close: bulk('close'),
    assign: bulk('assign', () => ({ userId: String(testApp.people.userId.bia), queueId: '' })),
    tag: bulk('tag', () => ({ tagIds: String(columnId) })),
    read: bulk('read'),
    unread: after(bulk('read'), bulk('unread')),
  },
  'PUT /kanban/cards/:ticketId': {
    'move a card': put(
      () => `/kanban/cards/${fixtures.ticketId}`,
      () => ({ from: 0, to: columnId }),
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

describe('every ticket change can be undone through every endpoint', () => {
  for (const [row, ways] of Object.entries(WAYS))
    for (const [name, way] of Object.entries(ways))
      test(`${row}: ${name}`, async () => {
        const was = await status();
        testApp.clock.advance(60_000);
        const { offered, before = was } = await way();
        expect(await status()).not.toEqual(before);
        expect((await (await testApp.as('ana')).json('POST', `/undo/${offered}`)).status).toBe(200);
        expect(await status()).toEqual(before);
      });
});

test('every page endpoint that changes tickets is tested above or listed as not undoable', () => {
  const rows = MODULES.flatMap(({ pages = [] }) => pages)
    .map(({ method, path }) => `${method} ${path}`)
    .filter((row) => /^(POST|PUT|PATCH|DELETE) \/(tickets|kanban)\b/.test(row));
  expect(rows.filter((row) => !(row in WAYS) && !(row in NO_UNDO))).toEqual([]);
});
