import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { connections, messages, ticketNotes, tickets, userQueues } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { BulkResult, NoteView } from '@/modules/tickets/tickets.views.ts';
import { wakeSnoozedTickets } from '@/modules/tickets/work/snooze.service.ts';
import { createWorkDesk, type WorkDesk } from '@/modules/tickets/work/work-desk.test-support.ts';

let work: WorkDesk;
let desk: WorkDesk['desk'];
let system: WorkDesk['system'];
let maria: number;
let joao: number;

beforeAll(async () => {
  work = await createWorkDesk();
  ({ desk, system } = work);
});
afterAll(() => desk.stop());
beforeEach(async () => {
  ({ maria, joao } = await work.reset());
});

describe('many at once', () => {
  test('closes what may be closed, skips the rest with its reason, and undoes it once', async () => {
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
    expect(await work.ticketOf(maria)).toMatchObject({ status: 'open', userId: desk.cast.userId.bia });
    expect(await work.ticketOf(joao)).toMatchObject({ status: 'pending', userId: null });
    expect((await work.call('bia', 'POST', `/undo/${body.undo}`)).status).toBe(404);
  });

  test('an undo takes nothing from who has worked on since', async () => {
    const ids = [maria, joao];
    const { body } = await work.call<BulkResult>('bia', 'POST', '/tickets/bulk', { action: 'unread', ids });
    await work.call('rui', 'PUT', `/tickets/${maria}`, { status: 'open' });
    expect((await work.call<{ done: number }>('bia', 'POST', `/undo/${body.undo}`)).body.done).toBe(1);
    expect(await work.ticketOf(maria)).toMatchObject({ status: 'open', userId: desk.cast.userId.rui });
  });

  test('an undo ends with the right to see what it would bring back', async () => {
    const close = { action: 'close', ids: [maria] };
    const { body } = await work.call<BulkResult>('bia', 'POST', '/tickets/bulk', close);
    const userId = desk.cast.userId.bia;
    await system.write((tx) => tx.db.delete(userQueues).where(eq(userQueues.userId, userId)));
    expect((await work.call('bia', 'POST', `/undo/${body.undo}`)).body.error).toBe('ERR_UNDO_GONE');
    expect((await work.ticketOf(maria)).status).toBe('closed');
    const queueId = desk.cast.queueId.Vendas;
    await system.write((tx) => tx.db.insert(userQueues).values({ userId, queueId }));
  });

  test('an undo offer ends after five minutes', async () => {
    const { body } = await work.call<BulkResult>('ana', 'POST', '/tickets/bulk', {
      action: 'close',
      ids: [maria],
    });
    desk.clock.advance(5 * 60_000);
    expect((await work.call('ana', 'POST', `/undo/${body.undo}`)).body.error).toBe('ERR_UNDO_GONE');
  });

  test('assigns to a person, or lets it wait in a queue', async () => {
    const toCaio = {
      action: 'assign',
      ids: [maria, joao],
      userId: desk.cast.userId.caio,
      queueId: desk.cast.queueId.Suporte,
    };
    expect((await work.call<BulkResult>('ana', 'POST', '/tickets/bulk', toCaio)).body.done).toBe(2);
    expect(await work.ticketOf(joao)).toMatchObject({ status: 'open', userId: desk.cast.userId.caio });
    const back = { action: 'assign', ids: [joao], queueId: desk.cast.queueId.Vendas };
    await work.call('ana', 'POST', '/tickets/bulk', back);
    expect(await work.ticketOf(joao)).toMatchObject({
      status: 'pending',
      userId: null,
      queueId: desk.cast.queueId.Vendas,
    });
  });

  test('assigns what a colleague has in its own queue, where none is named', async () => {
    await work.call('bia', 'PUT', `/tickets/${maria}`, { status: 'open' });
    const { rui } = desk.cast.userId;
    const toRui = { action: 'assign', ids: [maria], userId: rui };
    expect((await work.call<BulkResult>('ana', 'POST', '/tickets/bulk', toRui)).body.done).toBe(1);
    const queueId = desk.cast.queueId.Vendas;
    expect(await work.ticketOf(maria)).toMatchObject({ status: 'open', userId: rui, queueId });
  });

  test('an agent changes nothing that they may not see', async () => {
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

  test('marks read and unread', async () => {
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

describe('putting aside', () => {
  const inAnHour = () => new Date(desk.clock.now.getTime() + 3_600_000).toISOString();

  test('leaves the lists and comes back by the clock', async () => {
    expect((await work.call('bia', 'POST', `/tickets/${maria}/snooze`, { until: inAnHour() })).status).toBe(
      200,
    );
    expect(await work.listed('bia', 'status=pending')).toEqual([joao]);
    expect(await work.listed('bia', 'snoozed=true')).toEqual([maria]);
    expect((await work.call('bia', 'GET', '/tickets/counts')).body).toMatchObject({ pending: 1, snoozed: 1 });
    await wakeSnoozedTickets(system);
    expect(await work.listed('bia', 'status=pending')).toEqual([joao]);
    desk.clock.advance(3_600_000);
    await wakeSnoozedTickets(system);
    expect(await work.listed('bia', 'status=pending')).toEqual([maria, joao]);
  });

  test('a word of the customer ends it', async () => {
    await work.call('bia', 'POST', `/tickets/${maria}/snooze`, { until: inAnHour() });
    await system.write(async (tx) => {
      await tx.db.delete(messages).where(eq(messages.ticketId, maria));
    });
    await work.customer('5511911110001', 'Maria', 'e aí?');
    expect((await work.ticketOf(maria)).snoozedUntil).toBeNull();
  });

  test('not until yesterday, and not a ticket of others', async () => {
    const past = new Date(desk.clock.now.getTime() - 1000).toISOString();
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

describe('notes', () => {
  const about = async () => ({ ticketId: maria, contactId: (await work.ticketOf(maria)).contactId });

  test('are written, listed and heard, never sent', async () => {
    const heard = await desk.listenAs('rui');
    const stranger = await desk.listenAs('caio');
    const reply = await work.call<NoteView>('bia', 'POST', '/ticket-notes', {
      ...(await about()),
      note: 'prefere de manhã',
    });
    await desk.settle();
    expect(reply.body).toMatchObject({
      note: 'prefere de manhã',
      user: { name: 'Bia' },
      contact: { name: 'Maria Conceição' },
    });
    expect(heard.filter((message) => message.channel === 'ticketNote')).toHaveLength(1);
    expect(stranger.filter((message) => message.channel === 'ticketNote')).toHaveLength(0);
    expect(desk.whatsapp.sent).toEqual([]);
    const { ticketId, contactId } = await about();
    const list = await work.call<NoteView[]>(
      'rui',
      'GET',
      `/ticket-notes/list?ticketId=${ticketId}&contactId=${contactId}`,
    );
    expect(list.body.map((note) => note.note)).toEqual(['prefere de manhã']);
  });

  test('one letter is none', async () => {
    expect(
      (await work.call('bia', 'POST', '/ticket-notes', { ...(await about()), note: ' x ' })).status,
    ).toBe(400);
  });

  test('go by their author or an administrator', async () => {
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

  test('those of a ticket on another line are for whoever may see that one', async () => {
    const { contactId } = await about();
    const note = await work.call<NoteView>('bia', 'POST', '/ticket-notes', {
      ...(await about()),
      note: 'só nossa',
    });
    const elsewhere = await system.write(async (tx) => {
      const [line] = await tx.db.insert(connections).values({ name: 'Outra linha' }).returning();
      const place = { connectionId: line?.id, queueId: desk.cast.queueId.Suporte };
      const [ticket] = await tx.db
        .insert(tickets)
        .values({ uuid: tx.kernel.ids.uuid(), contactId, ...place })
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

  test('another queue’s agent writes and reads none', async () => {
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

describe('settings', () => {
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

  test('a credential is heard by administrators only', async () => {
    const [admin, agent] = [await desk.listenAs('ana'), await desk.listenAs('bia')];
    await work.call('ana', 'PUT', '/settings/asaas', { value: 'segredo' });
    await desk.settle();
    expect(admin.some((message) => message.channel === 'settings')).toBe(true);
    expect(agent.some((message) => message.channel === 'settings')).toBe(false);
  });
});
