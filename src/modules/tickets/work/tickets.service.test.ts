import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { connections, tickets, ticketTrackings } from '@db/tenant/schema/index.ts';
import { addConnection, inbound } from '@test/support/inbound.ts';
import { asc, eq } from 'drizzle-orm';
import { updateUser } from '@/modules/users/users.service.ts';
import { createTicketDesk, heardOf, type TicketDesk } from '../ticket-desk.test-support.ts';

let work: TicketDesk;

beforeAll(async () => {
  work = await createTicketDesk();
});
afterAll(() => work.desk.stop());
beforeEach(() => work.reset());

describe('from state to state', () => {
  test('returned, resolved, reopened; attendances are written down', async () => {
    const start = work.desk.clock.now;
    await work.put('bia', { status: 'open' });
    work.desk.clock.advance(60_000);
    expect((await work.put('bia', { status: 'pending', userId: null })).body).toMatchObject({
      status: 'pending',
      userId: null,
    });
    work.desk.clock.advance(60_000);
    await work.put('bia', { status: 'open' });
    await work.receive(inbound());
    expect(
      (
        await work.put('bia', {
          status: 'closed',
          userId: work.desk.cast.userId.bia,
          useIntegration: false,
          promptId: false,
          integrationId: false,
        })
      ).body,
    ).toMatchObject({ status: 'closed', unreadMessages: 0, userId: work.desk.cast.userId.bia });
    expect((await work.put('bia', { status: 'open', userId: work.desk.cast.userId.bia })).body.status).toBe(
      'open',
    );
    const rows = await work.system.db.select().from(ticketTrackings).orderBy(asc(ticketTrackings.id));
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({
      userId: work.desk.cast.userId.bia,
      startedAt: new Date(start.getTime() + 120_000),
    });
    expect(rows[0]?.finishedAt).not.toBeNull();
    expect(rows[1]).toMatchObject({ finishedAt: null, userId: work.desk.cast.userId.bia });
  });

  test('closing what is closed changes nothing', async () => {
    await work.put('ana', { status: 'closed' });
    expect((await work.put('ana', { status: 'closed' })).status).toBe(200);
    expect(await work.system.db.select().from(ticketTrackings)).toHaveLength(1);
  });

  test('reopening is refused while the customer has another open ticket here', async () => {
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

  test('so is a change to a connection where they have one', async () => {
    const other = await addConnection(work.desk, { name: 'Filial' });
    await work.desk.listener.onMessages({ companyId: work.system.companyId, connectionId: other }, [
      inbound(),
    ]);
    const reply = await work.put('ana', { whatsappId: other });
    expect([reply.status, reply.body.error]).toEqual([409, 'ERR_OTHER_OPEN_TICKET']);
    await work.system.write(async (tx) => {
      await tx.db.delete(connections).where(eq(connections.id, other));
    });
  });

  test('who and what does not exist is refused, and nothing is changed', async () => {
    const { caio } = work.desk.cast.userId;
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
      queueId: work.desk.cast.queueId.Vendas,
      userId: null,
    });
  });
});

describe('who is told', () => {
  test('a transfer takes it from one queue’s screens and puts it on the other’s', async () => {
    const hear = {
      ana: await work.desk.listenAs('ana'),
      bia: await work.desk.listenAs('bia'),
      caio: await work.desk.listenAs('caio'),
      davi: await work.desk.listenAs('davi'),
    };
    const reply = await work.put('bia', {
      status: 'pending',
      queueId: work.desk.cast.queueId.Suporte,
      userId: null,
    });
    expect(reply.body).toMatchObject({ queue: { name: 'Suporte' } });
    await work.desk.settle();
    expect(heardOf(hear.bia)).toEqual(['delete']);
    expect(heardOf(hear.caio)).toEqual(['update']);
    expect(heardOf(hear.ana)).toEqual(['update']);
    expect(heardOf(hear.davi)).toEqual([]);
    expect((await (await work.desk.as('bia')).json('GET', `/tickets/${work.ticketId}`)).status).toBe(404);
  });

  test('a ticket given to an agent outside the queue is theirs to see', async () => {
    const caio = await work.desk.listenAs('caio');
    await work.put('ana', { status: 'open', userId: work.desk.cast.userId.caio });
    await work.desk.settle();
    expect(heardOf(caio)).toEqual(['update']);
    expect((await (await work.desk.as('caio')).json('GET', `/tickets/${work.ticketId}`)).status).toBe(200);
    await work.put('ana', { status: 'pending' });
    await work.desk.settle();
    expect(heardOf(caio)).toEqual(['update', 'delete']);
  });

  test('a failed change is told to nobody', async () => {
    const heard = await work.desk.listenAs('ana');
    await work.put('ana', { status: 'open', userId: 999 });
    await work.desk.settle();
    expect(heardOf(heard)).toEqual([]);
  });
});
