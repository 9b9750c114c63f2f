import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import {
  connections,
  prompts,
  queueOptions,
  ticketEvents,
  tickets,
  ticketTrackings,
} from '@db/tenant/schema/index.ts';
import { addConnection, inbound } from '@test/support/inbound.ts';
import { asc, eq } from 'drizzle-orm';
import { updateUser } from '@/modules/users/users.service.ts';
import { createTicketFixture, eventsOf, type TicketFixture } from '../ticket-fixture.test-support.ts';
import { snoozeTicket } from './snooze-ticket.service.ts';

let work: TicketFixture;

beforeAll(async () => {
  work = await createTicketFixture();
});
afterAll(() => work.testApp.stop());
beforeEach(() => work.reset());

describe('ticket status changes', () => {
  test('return, resolve and reopen a ticket and record its attendances', async () => {
    const start = work.testApp.clock.now;
    await work.put('bia', { status: 'open' });
    work.testApp.clock.advance(60_000);
    expect((await work.put('bia', { status: 'pending', userId: null })).body).toMatchObject({
      status: 'pending',
      userId: null,
    });
    work.testApp.clock.advance(60_000);
    await work.put('bia', { status: 'open' });
    await work.receive(inbound());
    expect(
      (
        await work.put('bia', {
          status: 'closed',
          userId: work.testApp.people.userId.bia,
          useIntegration: false,
          promptId: false,
          integrationId: false,
        })
      ).body,
    ).toMatchObject({ status: 'closed', unreadMessages: 0, userId: work.testApp.people.userId.bia });
    expect(
      (await work.put('bia', { status: 'open', userId: work.testApp.people.userId.bia })).body.status,
    ).toBe('open');
    const rows = await work.system.db.select().from(ticketTrackings).orderBy(asc(ticketTrackings.id));
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({
      userId: work.testApp.people.userId.bia,
      startedAt: new Date(start.getTime() + 120_000),
    });
    expect(rows[0]?.finishedAt).not.toBeNull();
    expect(rows[1]).toMatchObject({ finishedAt: null, userId: work.testApp.people.userId.bia });
    const history = await work.system.db.select().from(ticketEvents).orderBy(asc(ticketEvents.id));
    const types = ['opened', 'accepted', 'returned', 'accepted', 'closed', 'reopened'] as const;
    expect(history.map(({ type }) => type)).toEqual([...types]);
  });

  const SNOOZES: [change: string, isEnded: boolean, patch: () => Record<string, unknown>][] = [
    ['accepting', true, () => ({ status: 'open' })],
    ['a transfer to a queue', true, () => ({ queueId: work.testApp.people.queueId.Suporte })],
    ['closing', true, () => ({ status: 'closed' })],
    ['a transfer to the same queue', false, () => ({ queueId: work.testApp.people.queueId.Vendas })],
  ];
  test.each(SNOOZES)('%s ends the snooze of a waiting ticket: %p', async (_change, isEnded, patch) => {
    const until = new Date(work.testApp.clock.now.getTime() + 3_600_000);
    await snoozeTicket(work.system, { ticketId: work.ticketId, until });
    await work.put('ana', patch());
    expect((await work.row()).snoozedUntil).toEqual(isEnded ? null : until);
  });

  test('a snoozed ticket is shown to the agent who gets it, and to the queue it returns to', async () => {
    const { userId, queueId } = work.testApp.people;
    const until = new Date(work.testApp.clock.now.getTime() + 3_600_000);
    const snooze = () => snoozeTicket(work.system, { ticketId: work.ticketId, until });
    const seenByBia = async (path: string) => {
      const { body } = await (await work.testApp.as('bia')).json<{ count: number }>('GET', path);
      return body.count;
    };
    await work.put('ana', { status: 'open' });
    await snooze();
    await work.put('ana', { status: 'open', userId: userId.ana });
    expect((await work.row()).snoozedUntil).toEqual(until);
    await work.put('ana', { status: 'open', userId: userId.bia, queueId: queueId.Vendas });
    expect(await seenByBia('/tickets?status=open')).toBe(1);
    expect(await seenByBia('/notifications')).toBe(1);
    await snooze();
    await work.put('bia', { status: 'pending', userId: null });
    expect(await seenByBia('/tickets?status=pending')).toBe(1);
  });

  test('a transfer to another queue waits there, one to the same queue changes nothing', async () => {
    const { Vendas, Suporte } = work.testApp.people.queueId;
    await work.put('bia', { status: 'open' });
    expect((await work.put('bia', { queueId: Vendas })).body.status).toBe('open');
    expect((await work.put('ana', { queueId: Suporte })).body.status).toBe('pending');
    expect((await work.row()).userId).toBeNull();
  });

  test('a colleague may name the person who already has the ticket', async () => {
    const { bia } = work.testApp.people.userId;
    await work.put('bia', { status: 'open' });
    const reply = await work.put('ana', { status: 'open', userId: bia });
    expect([reply.status, (await work.row()).userId]).toEqual([200, bia]);
  });

  test('ignore closing a closed ticket', async () => {
    await work.put('ana', { status: 'closed' });
    expect((await work.put('ana', { status: 'closed' })).status).toBe(200);
    expect(await work.system.db.select().from(ticketTrackings)).toHaveLength(1);
  });

  test('refuse reopening while the customer has another open ticket on the connection', async () => {
    await work.put('ana', { status: 'closed' });
    const closed = await work.row();
    await work.system.write(async (tx) => {
      await tx.db.insert(tickets).values({
        uuid: 'rival',
        status: 'pending',
        contactId: closed.contactId,
        connectionId: work.connectionId,
      });
    });
    const reply = await work.put('ana', { status: 'open' });
    expect([reply.status, reply.body.error]).toEqual([409, 'ERR_OTHER_OPEN_TICKET']);
    expect((await work.row()).status).toBe('closed');
  });

  test('refuse a change to a connection where the customer has an open ticket', async () => {
    const other = await addConnection(work.testApp, { name: 'Filial' });
    await work.testApp.listener.onMessages({ companyId: work.system.companyId, connectionId: other }, [
      inbound(),
    ]);
    const reply = await work.put('ana', { whatsappId: other });
    expect([reply.status, reply.body.error]).toEqual([409, 'ERR_OTHER_OPEN_TICKET']);
    await work.system.write(async (tx) => {
      await tx.db.delete(connections).where(eq(connections.id, other));
    });
  });

  test('refuse unknown or disabled users and unknown queues without changing anything', async () => {
    const { caio } = work.testApp.people.userId;
    await updateUser(work.system, { userId: caio, active: false });
    const refusals = [
      [{ status: 'open', userId: caio }, 404, 'ERR_NO_USER_FOUND'],
      [{ status: 'open', userId: 999 }, 404, 'ERR_NO_USER_FOUND'],
      [{ status: 'pending', queueId: 999 }, 404, 'ERR_NO_QUEUE_FOUND'],
      [{ whatsappId: 999 }, 404, 'ERR_NO_WAPP_FOUND'],
    ] as const;
    for (const [patch, status, error] of refusals) {
      const reply = await work.put('ana', patch);
      expect([reply.status, reply.body.error]).toEqual([status, error]);
    }
    await updateUser(work.system, { userId: caio, active: true });
    for (const patch of [{ status: 'OPEN' }, { userId: 'x' }, { queueId: -1 }, { chatbot: 'yes' }])
      expect((await work.put('ana', patch)).status).toBe(400);
    expect(await work.row()).toMatchObject({
      status: 'pending',
      queueId: work.testApp.people.queueId.Vendas,
      userId: null,
    });
  });
});

describe('ticket live updates', () => {
  test('a transfer removes the ticket from one queue’s clients and adds it to the other’s', async () => {
    const onEvent = {
      ana: await work.testApp.listenAs('ana'),
      bia: await work.testApp.listenAs('bia'),
      caio: await work.testApp.listenAs('caio'),
      davi: await work.testApp.listenAs('davi'),
    };
    const reply = await work.put('bia', {
      status: 'pending',
      queueId: work.testApp.people.queueId.Suporte,
      userId: null,
    });
    expect(reply.body).toMatchObject({ queue: { name: 'Suporte' } });
    await work.testApp.settle();
    expect(eventsOf(onEvent.bia)).toEqual(['delete']);
    expect(eventsOf(onEvent.caio)).toEqual(['update']);
    expect(eventsOf(onEvent.ana)).toEqual(['update']);
    expect(eventsOf(onEvent.davi)).toEqual([]);
    expect((await (await work.testApp.as('bia')).json('GET', `/tickets/${work.ticketId}`)).status).toBe(404);
  });

  test('a ticket assigned to an agent outside the queue is visible to them', async () => {
    const caio = await work.testApp.listenAs('caio');
    await work.put('ana', { status: 'open', userId: work.testApp.people.userId.caio });
    await work.testApp.settle();
    expect(eventsOf(caio)).toEqual(['update']);
    expect((await (await work.testApp.as('caio')).json('GET', `/tickets/${work.ticketId}`)).status).toBe(200);
    await work.put('ana', { status: 'pending' });
    await work.testApp.settle();
    expect(eventsOf(caio)).toEqual(['update', 'delete']);
  });

  test('a failed change is not broadcast', async () => {
    const received = await work.testApp.listenAs('ana');
    await work.put('ana', { status: 'open', userId: 999 });
    await work.testApp.settle();
    expect(eventsOf(received)).toEqual([]);
  });
});

describe('a move', () => {
  const { options, atBot, fresh } = {
    options: { title: 'Um', option: '1', message: '' },
    atBot: {
      useIntegration: true,
      typebotStatus: true,
      typebotSessionId: 's',
      chatbot: true,
      isSilent: true,
    },
    fresh: {
      useIntegration: false,
      typebotStatus: false,
      typebotSessionId: null,
      chatbot: false,
      isSilent: false,
    },
  };
  beforeEach(async () => {
    const { Vendas } = work.testApp.people.queueId;
    await work.system.write(async ({ db }) => {
      const [option] = await db
        .insert(queueOptions)
        .values({ ...options, queueId: Vendas })
        .returning();
      await db.insert(prompts).values({ id: 7, name: 'Modelo', prompt: 'Responda.' }).onConflictDoNothing();
      const memory = { amountUsedBotQueues: 2, bot: { menuAt: 1 }, machine: {}, waitingSince: null };
      await db.update(tickets).set({ ...atBot, ...memory, promptId: 7, queueOptionId: option?.id ?? 0 });
    });
  });

  test('takes the ticket from the bot, which remembers the attendance', async () => {
    work.testApp.clock.advance(60_000);
    await work.put('ana', { queueId: work.testApp.people.queueId.Suporte });
    expect(await work.row()).toMatchObject({
      ...{ ...fresh, promptId: null, queueOptionId: null, amountUsedBotQueues: 2, bot: { menuAt: 1 } },
      waitingSince: work.testApp.clock.now,
    });
  });

  test('that closes the ticket ends the bot’s attendance', async () => {
    await work.put('ana', { status: 'closed' });
    const ended = { amountUsedBotQueues: 0, bot: null, machine: null, waitingSince: null };
    expect(await work.row()).toMatchObject({ ...fresh, promptId: null, queueOptionId: null, ...ended });
  });

  test('gives a waiting ticket to the prompt it names, an accepted one to the person', async () => {
    const prompt = { useIntegration: true, promptId: 7 };
    await work.put('ana', { ...prompt, status: 'open' });
    expect(await work.row()).toMatchObject({ useIntegration: false, promptId: null });
    await work.put('ana', { ...prompt, status: 'pending' });
    expect(await work.row()).toMatchObject({ ...prompt, integrationId: null });
  });
});
