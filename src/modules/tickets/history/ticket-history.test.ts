import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { connections, messages, settings, ticketEvents } from '@db/tenant/schema/index.ts';
import { asc, eq } from 'drizzle-orm';
import { addDays, zonedParts } from '@/core/zoned-time.ts';
import { transferText } from '@/modules/messages/write/announce-transfer.service.ts';
import type { TicketDetail, TicketEventView, TicketPage } from '../tickets.views.ts';
import { createWorkFixture, type WorkFixture } from '../work/work-fixture.test-support.ts';

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

const eventsOf = async (id: number) => {
  const reply = await work.call<{ events: TicketEventView[] }>('ana', 'GET', `/tickets/${id}/events`);
  return reply.body.events.map((event) => event.type);
};

describe('ticket history', () => {
  test('records each step and who performed it, in order', async () => {
    await work.call('bia', 'PUT', `/tickets/${maria}`, { status: 'open' });
    await work.call('bia', 'PUT', `/tickets/${maria}`, { status: 'pending', userId: null });
    await work.call('bia', 'PUT', `/tickets/${maria}`, { status: 'open' });
    await work.call('bia', 'PUT', `/tickets/${maria}`, { queueId: testApp.people.queueId.Suporte });
    await work.call('caio', 'PUT', `/tickets/${maria}`, { status: 'open' });
    await work.call('caio', 'PUT', `/tickets/${maria}`, { status: 'closed' });
    await work.call('caio', 'PUT', `/tickets/${maria}`, { status: 'open' });
    expect(await eventsOf(maria)).toEqual([
      'opened',
      'accepted',
      'returned',
      'accepted',
      'transferred',
      'accepted',
      'closed',
      'reopened',
    ]);
    const { body } = await work.call<{ events: TicketEventView[] }>('ana', 'GET', `/tickets/${maria}/events`);
    expect(body.events[0]?.user).toBeNull();
    expect(body.events[1]).toMatchObject({ user: { name: 'Bia' }, data: { name: 'Bia' } });
    expect(body.events[4]?.data).toMatchObject({ fromQueue: 'Vendas', toQueue: 'Suporte' });
  });

  test('records nothing when nothing changes', async () => {
    await work.call('bia', 'PUT', `/tickets/${maria}`, { status: 'open' });
    await work.call('bia', 'PUT', `/tickets/${maria}`, { status: 'open' });
    expect(await eventsOf(maria)).toEqual(['opened', 'accepted']);
  });

  test('records a reopening by the customer without a user', async () => {
    await work.call('bia', 'PUT', `/tickets/${maria}`, { status: 'open' });
    await work.call('bia', 'PUT', `/tickets/${maria}`, { status: 'closed' });
    await work.customer('5511911110001', 'Maria', 'oi de novo');
    const last = await system.db
      .select()
      .from(ticketEvents)
      .where(eq(ticketEvents.ticketId, maria))
      .orderBy(asc(ticketEvents.id));
    expect(last.at(-1)).toMatchObject({ type: 'reopened', userId: null });
  });

  test('restricts the audit view to administrators', async () => {
    await work.call('bia', 'PUT', `/tickets/${maria}`, { status: 'open' });
    const refused = await work.call('rui', 'GET', '/audit/tickets');
    expect(refused.status).toBe(403);
    const { body } = await work.call<{
      events: { type: string; contact: { name: string } }[];
      count: number;
    }>('ana', 'GET', '/audit/tickets?type=accepted');
    expect(body.count).toBe(1);
    expect(body.events[0]).toMatchObject({ type: 'accepted', contact: { name: 'Maria Conceição' } });
    const found = await work.call<{ count: number }>('ana', 'GET', '/audit/tickets?searchParam=conceicao');
    expect(found.body.count).toBe(2);
  });

  test('answers what a person did on a day', async () => {
    await work.call('bia', 'PUT', `/tickets/${maria}`, { status: 'open' });
    testApp.clock.advance(26 * 3_600_000);
    await work.call('bia', 'PUT', `/tickets/${maria}`, { status: 'closed' });
    await work.call('ana', 'PUT', `/tickets/${maria}`, { status: 'open' });
    const today = zonedParts(testApp.clock.now, 'America/Sao_Paulo').day;
    const typesOf = async (query: string) => {
      const { body } = await work.call<{ events: TicketEventView[] }>(
        'ana',
        'GET',
        `/audit/tickets?${query}`,
      );
      return body.events.filter(({ ticketId }) => ticketId === maria).map(({ type }) => type);
    };
    const bia = `personId=${testApp.people.userId.bia}`;
    expect(await typesOf(bia)).toEqual(['closed', 'accepted']);
    expect(await typesOf(`${bia}&from=${today}`)).toEqual(['closed']);
    expect(await typesOf(`${bia}&to=${addDays(today, -1)}`)).toEqual(['accepted']);
    expect(await typesOf(`${bia}&from=ontem`)).toEqual(['closed', 'accepted']);
    const page = await (await testApp.as('ana')).page('/audit/tickets');
    expect(page.text).toMatch(/<select[^>]*name="personId"/);
  });
});

describe('ticket search', () => {
  test('finds message words without accents by prefix and returns the matching message', async () => {
    const { body } = await work.call<TicketPage>('bia', 'GET', '/tickets?searchParam=BALCAO orcam');
    expect(body.tickets.map((ticket) => ticket.id)).toEqual([maria]);
    expect(body.tickets[0]?.foundMessage?.body).toContain('balcão azul');
    expect(body.tickets[0]?.messages?.[0]?.body).toContain('balcão azul');
  });

  test('finds names and numbers by any part', async () => {
    expect(await work.listed('bia', 'searchParam=conceic')).toEqual([maria]);
    expect(await work.listed('bia', 'searchParam=1110002')).toEqual([joao]);
    expect(await work.listed('bia', 'searchParam=Jo')).toEqual([joao]);
  });

  test('does not interpret search text as a query language', async () => {
    for (const text of [
      '"',
      '*',
      'AND',
      'a OR b',
      'body:x',
      '%',
      '_',
      "'; drop table tickets; --",
      'NEAR(a b)',
      '(',
    ]) {
      const reply = await work.call<TicketPage>(
        'bia',
        'GET',
        `/tickets?searchParam=${encodeURIComponent(text)}`,
      );
      expect({ text, status: reply.status }).toEqual({ text, status: 200 });
    }
  });

  test('finds nothing for an agent of another queue', async () => {
    expect(await work.listed('caio', 'searchParam=azul')).toEqual([]);
  });

  test('finds an edited message by its new text only', async () => {
    await system.write(async (tx) => {
      await tx.db.update(messages).set({ body: 'tampo de mármore' }).where(eq(messages.ticketId, maria));
    });
    expect(await work.listed('bia', 'searchParam=azul')).toEqual([]);
    expect(await work.listed('bia', 'searchParam=marmore')).toEqual([maria]);
  });
});

describe('new ticket', () => {
  const contactOf = async (id: number) => (await work.ticketOf(id)).contactId;

  test('returns 409 with the existing open ticket as JSON in the error', async () => {
    await work.call('bia', 'PUT', `/tickets/${maria}`, { status: 'open' });
    const body = { contactId: await contactOf(maria), queueId: testApp.people.queueId.Vendas };
    const reply = await work.call<{ code: string }>('bia', 'POST', '/tickets', body);
    expect(reply.status).toBe(409);
    expect(reply.body.code).toBe('ERR_OTHER_OPEN_TICKET');
    expect(JSON.parse(reply.body.error)).toMatchObject({
      id: maria,
      user: { name: 'Bia' },
      queue: { name: 'Vendas' },
    });
  });

  test('reopens the closed ticket for the agent', async () => {
    await work.call('ana', 'PUT', `/tickets/${maria}`, { status: 'closed' });
    const body = { contactId: await contactOf(maria), queueId: testApp.people.queueId.Vendas };
    const reply = await work.call<TicketDetail>('bia', 'POST', '/tickets', body);
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      id: maria,
      status: 'open',
      user: { name: 'Bia' },
      queue: { name: 'Vendas' },
    });
  });

  test('requires an agent to choose a queue of their own', async () => {
    await work.call('ana', 'PUT', `/tickets/${maria}`, { status: 'closed' });
    const contactId = await contactOf(maria);
    const none = await work.call<{ fields: Record<string, string> }>('bia', 'POST', '/tickets', {
      contactId,
    });
    expect(none.status).toBe(400);
    expect(none.body.fields.queueId).toBe('Selecione uma fila');
    const foreign = await work.call('bia', 'POST', '/tickets', {
      contactId,
      queueId: testApp.people.queueId.Suporte,
    });
    expect(foreign.body.error).toBe('ERR_NO_QUEUE_FOUND');
    expect((await work.call('ana', 'POST', '/tickets', { contactId })).status).toBe(200);
  });

  test('requires an existing contact and connection', async () => {
    const unknown = await work.call('ana', 'POST', '/tickets', { contactId: 9999 });
    expect(unknown.body.error).toBe('ERR_NO_CONTACT_FOUND');
    await work.call('ana', 'PUT', `/tickets/${maria}`, { status: 'closed' });
    const contactId = await contactOf(maria);
    const reply = await work.call('ana', 'POST', '/tickets', { contactId, whatsappId: 999 });
    expect(reply.body.error).toBe('ERR_NO_WAPP_FOUND');
  });

  test('opens one ticket when two agents create it at once', async () => {
    await work.call('ana', 'PUT', `/tickets/${maria}`, { status: 'closed' });
    const contactId = await contactOf(maria);
    const [bia, rui] = [await testApp.as('bia'), await testApp.as('rui')];
    const body = { contactId, queueId: testApp.people.queueId.Vendas };
    const replies = await Promise.all([
      bia.json('POST', '/tickets', body),
      rui.json('POST', '/tickets', body),
    ]);
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409]);
  });
});

describe('ticket transfer', () => {
  test('to a queue without a user makes the ticket pending there', async () => {
    await work.call('bia', 'PUT', `/tickets/${maria}`, { status: 'open' });
    const reply = await work.call<TicketDetail>('bia', 'PUT', `/tickets/${maria}`, {
      queueId: testApp.people.queueId.Suporte,
    });
    expect(reply.body).toMatchObject({ status: 'pending', userId: null, queue: { name: 'Suporte' } });
  });

  test('to a queue and a user leaves the ticket open with that user', async () => {
    await work.call('bia', 'PUT', `/tickets/${maria}`, { status: 'open' });
    const body = { queueId: testApp.people.queueId.Suporte, userId: testApp.people.userId.caio };
    expect((await work.call('bia', 'PUT', `/tickets/${maria}`, body)).body).toMatchObject({
      status: 'open',
      user: { name: 'Caio' },
    });
  });

  test('is announced to the customer once when the company enables it', async () => {
    testApp.whatsapp.become({ companyId: system.companyId, connectionId: work.connectionId });
    await system.write(async (tx) => {
      await tx.db.insert(settings).values({ key: 'sendMsgTransfTicket', value: 'enabled' });
      await tx.db.update(connections).set({ status: 'CONNECTED' });
    });
    await work.call('bia', 'PUT', `/tickets/${maria}`, { status: 'open' });
    await work.call('bia', 'PUT', `/tickets/${maria}`, { queueId: testApp.people.queueId.Suporte });
    await testApp.settle();
    expect(testApp.whatsapp.sent.map((message) => message.content)).toEqual([
      {
        type: 'text',
        text: '*Mensagem automática*:\nVocê foi transferido para o departamento *Suporte*\naguarde, já vamos te atender!',
      },
    ]);
  });

  const at = (queueId: number | null, userId: number | null) => ({
    status: 'open' as const,
    queueId,
    userId,
    connectionId: 1,
  });
  const names = { queue: 'Q', user: 'U' };
  test.each([
    ['the first queue', at(null, null), at(1, null), undefined],
    ['the first person', at(1, null), at(1, 5), undefined],
    [
      'another person',
      at(1, 5),
      at(1, 6),
      'Foi transferido para o atendente *U*\naguarde, já vamos te atender!',
    ],
    [
      'both',
      at(1, 5),
      at(2, 6),
      'Você foi transferido para o departamento *Q* e contará com a presença de *U*\naguarde, já vamos te atender!',
    ],
    ['nothing', at(1, 5), at(1, 5), undefined],
  ])('%s', (_name, before, after, text) => {
    expect(transferText(before, after, names)).toBe(text as string | undefined);
  });
});
