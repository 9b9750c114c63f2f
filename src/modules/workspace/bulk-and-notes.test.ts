import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { connections, messages, ticketNotes, tickets, userQueues } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { BulkResult, NotePage, NoteView } from '@/modules/tickets/tickets.views.ts';
import { wakeSnoozedTickets } from '@/modules/tickets/work/snooze-ticket.service.ts';
import { createWorkFixture, type WorkFixture } from '@/modules/tickets/work/work-fixture.test-support.ts';

let work: WorkFixture;
let testApp: WorkFixture['testApp'];
let system: WorkFixture['system'];
let maria: number;
let joao: number;

beforeAll(async () => {
  work = await createWorkFixture();
  ({ testApp, system } = work);
});
afterAll(() => testApp.stop());
beforeEach(async () => {
  ({ maria, joao } = await work.reset());
});

describe('bulk actions on tickets', () => {
  test('close the permitted tickets, skip the others with a reason and undo once', async () => {
    await work.call('bia', 'PUT', `/tickets/${maria}`, { status: 'open' });
    const { body } = await work.call<BulkResult>('bia', 'POST', '/tickets/bulk', {
      action: 'close',
      ids: [maria, joao, 9999],
    });
    expect(body.done).toBe(2);
    expect(body.skipped).toEqual([{ id: 9999, error: 'ERR_NO_TICKET_FOUND' }]);
    expect((await work.ticketOf(maria)).status).toBe('closed');
    expect((await work.call('rui', 'POST', `/undo/${body.undo}`)).body.error).toBe('ERR_UNDO_GONE');
    expect((await work.call<{ done: number }>('bia', 'POST', `/undo/${body.undo}`)).body.done).toBe(2);
    expect(await work.ticketOf(maria)).toMatchObject({ status: 'open', userId: testApp.people.userId.bia });
    expect(await work.ticketOf(joao)).toMatchObject({ status: 'pending', userId: null });
    expect((await work.call('bia', 'POST', `/undo/${body.undo}`)).status).toBe(404);
  });

  test('an undo skips tickets that others have changed since', async () => {
    const ids = [maria, joao];
    const { body } = await work.call<BulkResult>('bia', 'POST', '/tickets/bulk', { action: 'unread', ids });
    await work.call('rui', 'PUT', `/tickets/${maria}`, { status: 'open' });
    expect((await work.call<{ done: number }>('bia', 'POST', `/undo/${body.undo}`)).body.done).toBe(1);
    expect(await work.ticketOf(maria)).toMatchObject({ status: 'open', userId: testApp.people.userId.rui });
  });

  test('an undo is refused after losing access to the tickets', async () => {
    const close = { action: 'close', ids: [maria] };
    const { body } = await work.call<BulkResult>('bia', 'POST', '/tickets/bulk', close);
    const userId = testApp.people.userId.bia;
    await system.write((tx) => tx.db.delete(userQueues).where(eq(userQueues.userId, userId)));
    expect((await work.call('bia', 'POST', `/undo/${body.undo}`)).body.error).toBe('ERR_UNDO_GONE');
    expect((await work.ticketOf(maria)).status).toBe('closed');
    const queueId = testApp.people.queueId.Vendas;
    await system.write((tx) => tx.db.insert(userQueues).values({ userId, queueId }));
  });

  test('an undo expires after five minutes', async () => {
    const { body } = await work.call<BulkResult>('ana', 'POST', '/tickets/bulk', {
      action: 'close',
      ids: [maria],
    });
    testApp.clock.advance(5 * 60_000);
    expect((await work.call('ana', 'POST', `/undo/${body.undo}`)).body.error).toBe('ERR_UNDO_GONE');
  });

  test('assign tickets to a user or make them pending in a queue', async () => {
    const toCaio = {
      action: 'assign',
      ids: [maria, joao],
      userId: testApp.people.userId.caio,
      queueId: testApp.people.queueId.Suporte,
    };
    expect((await work.call<BulkResult>('ana', 'POST', '/tickets/bulk', toCaio)).body.done).toBe(2);
    expect(await work.ticketOf(joao)).toMatchObject({ status: 'open', userId: testApp.people.userId.caio });
    const back = { action: 'assign', ids: [joao], queueId: testApp.people.queueId.Vendas };
    await work.call('ana', 'POST', '/tickets/bulk', back);
    expect(await work.ticketOf(joao)).toMatchObject({
      status: 'pending',
      userId: null,
      queueId: testApp.people.queueId.Vendas,
    });
  });

  test('assign a colleague’s ticket in its current queue when none is given', async () => {
    await work.call('bia', 'PUT', `/tickets/${maria}`, { status: 'open' });
    const { rui } = testApp.people.userId;
    const toRui = { action: 'assign', ids: [maria], userId: rui };
    expect((await work.call<BulkResult>('ana', 'POST', '/tickets/bulk', toRui)).body.done).toBe(1);
    const queueId = testApp.people.queueId.Vendas;
    expect(await work.ticketOf(maria)).toMatchObject({ status: 'open', userId: rui, queueId });
  });

  test('skip tickets that the agent may not see', async () => {
    const { body } = await work.call<BulkResult>('caio', 'POST', '/tickets/bulk', {
      action: 'close',
      ids: [maria, joao],
    });
    expect<unknown>(body).toEqual({
      done: 0,
      skipped: [
        { id: maria, error: 'ERR_NO_PERMISSION' },
        { id: joao, error: 'ERR_NO_PERMISSION' },
      ],
      undo: null,
    });
  });

  test('mark tickets read and unread', async () => {
    await work.call('bia', 'POST', '/tickets/bulk', { action: 'read', ids: [maria, joao] });
    expect((await work.ticketOf(maria)).unreadMessages).toBe(0);
    await work.call('bia', 'POST', '/tickets/bulk', { action: 'unread', ids: [maria] });
    expect((await work.ticketOf(maria)).unreadMessages).toBe(1);
  });

  test.each<[unknown]>([
    [{ action: 'close', ids: [] }],
    [{ action: 'burn', ids: [1] }],
    [{ action: 'tag', ids: [1] }],
    [{ action: 'close', ids: Array.from({ length: 201 }, (_, n) => n + 1) }],
  ])('refuses %j', async (body) => {
    expect((await work.call('ana', 'POST', '/tickets/bulk', body)).status).toBe(400);
  });
});

describe('snoozing a ticket', () => {
  const inAnHour = () => new Date(testApp.clock.now.getTime() + 3_600_000).toISOString();

  test('hides it from the lists until the given time', async () => {
    expect((await work.call('bia', 'POST', `/tickets/${maria}/snooze`, { until: inAnHour() })).status).toBe(
      200,
    );
    expect(await work.listed('bia', 'status=pending')).toEqual([joao]);
    expect(await work.listed('bia', 'snoozed=true')).toEqual([maria]);
    expect((await work.call('bia', 'GET', '/tickets/counts')).body).toMatchObject({ pending: 1, snoozed: 1 });
    await wakeSnoozedTickets(system);
    expect(await work.listed('bia', 'status=pending')).toEqual([joao]);
    testApp.clock.advance(3_600_000);
    await wakeSnoozedTickets(system);
    expect(await work.listed('bia', 'status=pending')).toEqual([maria, joao]);
  });

  test('ends when the customer writes', async () => {
    await work.call('bia', 'POST', `/tickets/${maria}/snooze`, { until: inAnHour() });
    await system.write(async (tx) => {
      await tx.db.delete(messages).where(eq(messages.ticketId, maria));
    });
    await work.customer('5511911110001', 'Maria', 'e aí?');
    expect((await work.ticketOf(maria)).snoozedUntil).toBeNull();
  });

  test('is refused for a past time and for another agent’s ticket', async () => {
    const past = new Date(testApp.clock.now.getTime() - 1000).toISOString();
    expect((await work.call('bia', 'POST', `/tickets/${maria}/snooze`, { until: past })).status).toBe(400);
    expect((await work.call('bia', 'POST', `/tickets/${maria}/snooze`, { until: 'soon' })).status).toBe(400);
    expect((await work.call('caio', 'POST', `/tickets/${maria}/snooze`, { until: inAnHour() })).status).toBe(
      403,
    );
    expect((await work.call('davi', 'POST', `/tickets/${maria}/snooze`, { until: inAnHour() })).status).toBe(
      404,
    );
  });
});

describe('ticket notes API', () => {
  const about = async () => ({ ticketId: maria, contactId: (await work.ticketOf(maria)).contactId });

  test('creates, lists and broadcasts notes without sending them', async () => {
    const received = await testApp.listenAs('rui');
    const stranger = await testApp.listenAs('caio');
    const reply = await work.call<NoteView>('bia', 'POST', '/ticket-notes', {
      ...(await about()),
      note: 'prefere de manhã',
    });
    await testApp.settle();
    expect(reply.body).toMatchObject({
      note: 'prefere de manhã',
      user: { name: 'Bia' },
      contact: { name: 'Maria Conceição' },
    });
    expect(received.filter((message) => message.channel === 'ticketNote')).toHaveLength(1);
    expect(stranger.filter((message) => message.channel === 'ticketNote')).toHaveLength(0);
    expect(testApp.whatsapp.sent).toEqual([]);
    const { ticketId, contactId } = await about();
    const list = await work.call<NoteView[]>(
      'rui',
      'GET',
      `/ticket-notes/list?ticketId=${ticketId}&contactId=${contactId}`,
    );
    expect(list.body.map((note) => note.note)).toEqual(['prefere de manhã']);
  });

  test('pages, reads and changes notes of visible tickets', async () => {
    const received = await testApp.listenAs('rui');
    const draft = { ...(await about()), note: 'gosta de café' };
    const { body: made } = await work.call<NoteView>('bia', 'POST', '/ticket-notes', draft);
    const page = (who: 'bia' | 'caio', query: string) =>
      work.call<NotePage>(who, 'GET', `/ticket-notes?${query}`).then(({ body }) => body);
    const found = { count: 1, hasMore: false, ticketNotes: [{ id: made.id }] };
    expect(await page('bia', 'searchParam=CAF')).toMatchObject(found);
    expect(await page('caio', 'searchParam=CAF')).toMatchObject({ count: 0, ticketNotes: [] });
    const one = `/ticket-notes/${made.id}`;
    expect((await work.call('rui', 'GET', one)).body).toMatchObject({ note: 'gosta de café' });
    expect((await work.call('caio', 'GET', one)).status).toBe(404);
    const change = (who: 'bia' | 'rui' | 'caio', note: string) =>
      work.call(who, 'PUT', one, { id: made.id, note });
    expect((await change('rui', 'gosta de chá')).status).toBe(403);
    expect((await change('caio', 'gosta de chá')).status).toBe(404);
    expect((await change('bia', 'gosta de chá')).body).toMatchObject({ id: made.id, note: 'gosta de chá' });
    await testApp.settle();
    expect(received.filter(({ channel }) => channel === 'ticketNote').at(-1)?.data).toMatchObject({
      action: 'update',
      note: { note: 'gosta de chá' },
    });
    await work.call('bia', 'DELETE', one);
  });

  test('rejects a note of one letter', async () => {
    expect(
      (await work.call('bia', 'POST', '/ticket-notes', { ...(await about()), note: ' x ' })).status,
    ).toBe(400);
  });

  test('allows deletion by the author or an administrator only', async () => {
    const { body } = await work.call<NoteView>('bia', 'POST', '/ticket-notes', {
      ...(await about()),
      note: 'dela',
    });
    expect((await work.call('rui', 'DELETE', `/ticket-notes/${body.id}`)).status).toBe(403);
    expect((await work.call('davi', 'DELETE', `/ticket-notes/${body.id}`)).status).toBe(404);
    expect((await work.call('bia', 'DELETE', `/ticket-notes/${body.id}`)).status).toBe(200);
    const other = await work.call<NoteView>('bia', 'POST', '/ticket-notes', {
      ...(await about()),
      note: 'outra',
    });
    expect((await work.call('ana', 'DELETE', `/ticket-notes/${other.body.id}`)).status).toBe(200);
    expect(await system.db.select().from(ticketNotes)).toEqual([]);
  });

  test('shows notes of another connection’s ticket only to those who may see it', async () => {
    const { contactId } = await about();
    const note = await work.call<NoteView>('bia', 'POST', '/ticket-notes', {
      ...(await about()),
      note: 'só nossa',
    });
    const elsewhere = await system.write(async (tx) => {
      const [line] = await tx.db.insert(connections).values({ name: 'Outra linha' }).returning();
      const position = { connectionId: line?.id, queueId: testApp.people.queueId.Suporte };
      const [ticket] = await tx.db
        .insert(tickets)
        .values({ uuid: tx.kernel.ids.uuid(), contactId, ...position })
        .returning();
      return ticket?.id ?? 0;
    });
    const list = async (who: 'caio' | 'rui') =>
      (
        await work.call<NoteView[]>(
          who,
          'GET',
          `/ticket-notes/list?ticketId=${elsewhere}&contactId=${contactId}`,
        )
      ).body;
    expect(await list('caio')).toHaveLength(0);
    expect((await list('rui')).map(({ id }) => id)).toEqual([note.body.id]);
  });

  test('refuses another queue’s agent reading and writing', async () => {
    expect(
      (await work.call('caio', 'POST', '/ticket-notes', { ...(await about()), note: 'oi oi' })).status,
    ).toBe(403);
    const { ticketId, contactId } = await about();
    expect(
      (await work.call('caio', 'GET', `/ticket-notes/list?ticketId=${ticketId}&contactId=${contactId}`))
        .status,
    ).toBe(403);
  });
});

describe('settings API', () => {
  test.each([
    ['ana', 'userRating', 'enabled', 200],
    ['ana', 'userRating', 'maybe', 400],
    ['ana', 'scheduleType', 'company', 200],
    ['ana', 'nonsense', 'enabled', 404],
    ['rui', 'userRating', 'enabled', 403],
    ['bia', 'userRating', 'enabled', 403],
  ] as const)('%s sets %s to %s: %i', async (who, key, value, status) => {
    expect((await work.call(who, 'PUT', `/settings/${key}`, { key, value })).status).toBe(status);
  });

  test('broadcasts a credential change to administrators only', async () => {
    const [admin, agent] = [await testApp.listenAs('ana'), await testApp.listenAs('bia')];
    await work.call('ana', 'PUT', '/settings/asaas', { value: 'segredo' });
    await testApp.settle();
    expect(admin.some((message) => message.channel === 'settings')).toBe(true);
    expect(agent.some((message) => message.channel === 'settings')).toBe(false);
  });
});
