import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { contacts, ticketEvents, tickets, ticketTrackings } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { addConnection } from '@test/support/inbound.ts';
import { eq } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import { updateUser } from '@/modules/users/users.service.ts';
import { eventsOf } from '../ticket-fixture.test-support.ts';
import { openTicket } from './open-ticket.service.ts';

let testApp: TestApp;
let ana: Scope;
let bia: Scope;
let loja: number;
let filial: number;
let contactId: number;

beforeAll(async () => {
  testApp = await createTestApp();
  [ana, bia] = [await testApp.scopeOf('ana'), await testApp.scopeOf('bia')];
  loja = await addConnection(testApp);
  filial = await addConnection(testApp, { name: 'Filial' });
});
afterAll(() => testApp.stop());
beforeEach(async () => {
  await ana.write(async (tx) => {
    await tx.db.delete(contacts);
    const [row] = await tx.db.insert(contacts).values({ name: 'Maria', number: '5511988887777' }).returning();
    contactId = row?.id ?? 0;
  });
});

type Closed = Partial<typeof tickets.$inferInsert>;

async function addClosed(values: Closed = {}): Promise<number> {
  const uuid = crypto.randomUUID();
  const [row] = await ana.write((tx) =>
    tx.db
      .insert(tickets)
      .values({ uuid, status: 'closed', contactId, connectionId: loja, ...values })
      .returning(),
  );
  return row?.id ?? 0;
}

const ticketOf = (id: number | undefined) =>
  ana.db.query.tickets.findFirst({ where: eq(tickets.id, id ?? 0) });
const historyOf = async (id: number) =>
  (await ana.db.select().from(ticketEvents).where(eq(ticketEvents.ticketId, id))).map(({ type }) => type);
const attendances = () => ana.db.select().from(ticketTrackings);

describe('a closed ticket that an agent opens again', () => {
  test('is a visible conversation of theirs, with a new attendance and an entry in its history', async () => {
    const { bia: userId } = testApp.people.userId;
    const { Vendas } = testApp.people.queueId;
    const id = await addClosed({ isSilent: true, answeredAt: new Date(1_000), queueId: Vendas });
    const received = await testApp.listenAs('bia');
    const { ticket } = await openTicket(bia, { contactId, queueId: Vendas, whatsappId: loja });
    expect(ticket?.id).toBe(id);
    expect(await ticketOf(id)).toMatchObject({
      ...{ status: 'open', userId, queueId: Vendas, connectionId: loja },
      ...{ isSilent: false, answeredAt: null, updatedAt: ana.now() },
    });
    expect(await attendances()).toMatchObject([
      { ticketId: id, userId, queueId: Vendas, connectionId: loja, isOurs: true, startedAt: ana.now() },
    ]);
    expect(await historyOf(id)).toEqual(['reopened']);
    await testApp.settle();
    expect(eventsOf(received)).toEqual(['update']);
  });

  test('is the newest of several', async () => {
    await addClosed();
    const newest = await addClosed();
    const { ticket } = await openTicket(ana, { contactId, whatsappId: loja });
    expect(ticket?.id).toBe(newest);
  });

  test('is one on the chosen connection that the agent may see', async () => {
    const hidden = [
      await addClosed({ connectionId: filial, queueId: testApp.people.queueId.Vendas }),
      await addClosed({ queueId: testApp.people.queueId.Suporte }),
    ];
    const { Vendas } = testApp.people.queueId;
    const { ticket } = await openTicket(bia, { contactId, queueId: Vendas, whatsappId: loja });
    expect(hidden).not.toContain(ticket?.id ?? 0);
    expect((await ticketOf(hidden[1]))?.status).toBe('closed');
  });

  test('disappears from the queue that it leaves', async () => {
    const { Suporte, Vendas } = testApp.people.queueId;
    await addClosed({ queueId: Suporte });
    const received = await testApp.listenAs('caio');
    await openTicket(ana, { contactId, queueId: Vendas, whatsappId: loja });
    await testApp.settle();
    expect(eventsOf(received)).toEqual(['delete']);
  });
});

describe('a new ticket', () => {
  test('is in its queue with an attendance and an entry in its history', async () => {
    const { Vendas } = testApp.people.queueId;
    const received = await testApp.listenAs('bia');
    const { ticket } = await openTicket(bia, { contactId, queueId: Vendas, whatsappId: filial });
    const id = ticket?.id ?? 0;
    expect(await ticketOf(id)).toMatchObject({ status: 'open', queueId: Vendas, connectionId: filial });
    expect(await attendances()).toMatchObject([{ ticketId: id, isOurs: true }]);
    expect(await historyOf(id)).toEqual(['opened']);
    await testApp.settle();
    expect(eventsOf(received)).toEqual(['update']);
  });

  test('belongs to the chosen colleague, who must be active', async () => {
    const { caio } = testApp.people.userId;
    const { ticket } = await openTicket(ana, { contactId, userId: caio, whatsappId: loja });
    expect((await ticketOf(ticket?.id))?.userId).toBe(caio);
    await updateUser(ana, { userId: caio, active: false });
    const other = openTicket(ana, { contactId, userId: caio, whatsappId: filial });
    expect(other).rejects.toMatchObject({ code: 'ERR_NO_USER_FOUND' });
    await other.catch(() => undefined);
    await updateUser(ana, { userId: caio, active: true });
  });

  test('is refused in a queue that the agent is not in, and in unknown queues and connections', async () => {
    const { Suporte } = testApp.people.queueId;
    const refusals = [
      [bia, { queueId: Suporte }, 'ERR_NO_QUEUE_FOUND'],
      [ana, { queueId: 999 }, 'ERR_NO_QUEUE_FOUND'],
      [ana, { whatsappId: 999 }, 'ERR_NO_WAPP_FOUND'],
    ] as const;
    for (const [scope, input, code] of refusals)
      await expect(openTicket(scope, { contactId, ...input })).rejects.toMatchObject({ code });
    expect(await ana.db.select().from(tickets)).toEqual([]);
  });
});

test('an open ticket on the same connection is shown instead', async () => {
  const { ticket } = await openTicket(ana, { contactId, whatsappId: loja });
  const second = await openTicket(bia, {
    ...{ contactId, queueId: testApp.people.queueId.Vendas, whatsappId: loja },
  });
  expect(second).toMatchObject({ ticket: null, existing: { id: ticket?.id } });
});
