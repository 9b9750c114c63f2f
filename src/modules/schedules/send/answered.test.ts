import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { connectionQueues, connections, ticketEvents, users } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import { createSchedulesDesk, HOUR, MINUTE, type SchedulesDesk } from '../schedules-desk.test-support.ts';

let world: SchedulesDesk;
let bia: number;
beforeAll(async () => {
  world = await createSchedulesDesk();
  bia = world.desk.cast.userId.bia;
  const { Vendas, Suporte } = world.desk.cast.queueId;
  const { connectionId } = world;
  await world.system.write(async (tx) => {
    await tx.db.update(connections).set({ greetingMessage: 'Escolha:' });
    for (const queueId of [Vendas, Suporte])
      await tx.db.insert(connectionQueues).values({ connectionId, queueId });
  });
});
afterAll(() => world.desk.stop());
beforeEach(async () => {
  await world.reset();
  await world.system.write((tx) => tx.db.update(users).set({ disabledAt: null }));
});

const sent = async (more: object = { opensTicket: true }) => {
  const id = await world.plan(MINUTE, more);
  await world.after(MINUTE);
  return id;
};
const stories = async (ticketId: number) =>
  (await world.system.db.select().from(ticketEvents).where(eq(ticketEvents.ticketId, ticketId))).map(
    ({ type, data }) => [type, (data as { cause?: string; name?: string }).cause, data.name],
  );

test('the answer opens the ticket for who wrote, with a line in its story, and the bot keeps silent', async () => {
  await sent();
  expect(await world.ticket()).toMatchObject({ status: 'closed', isSilent: true });
  await world.answer('quero sim');
  const ticket = await world.ticket();
  expect(ticket).toMatchObject({
    status: 'open',
    userId: bia,
    queueId: world.desk.cast.queueId.Vendas,
    isSilent: false,
    chatbot: false,
  });
  expect(world.texts()).toEqual(['Seu pedido chega hoje']);
  expect(await stories(ticket.id)).toEqual([
    ['reopened', undefined, undefined],
    ['accepted', 'answered', 'Bia'],
  ]);
});

test('without that wish it waits for anybody, and the bot asks', async () => {
  await sent({});
  await world.answer();
  expect(await world.ticket()).toMatchObject({ status: 'pending', userId: null });
  expect(world.texts()).toHaveLength(2);
});

test('so it does when that person works here no more', async () => {
  await sent();
  await world.system.write((tx) =>
    tx.db.update(users).set({ disabledAt: world.desk.clock.now }).where(eq(users.id, bia)),
  );
  await world.answer();
  expect(await world.ticket()).toMatchObject({ status: 'pending', userId: null });
  await world.system.write((tx) => tx.db.update(users).set({ disabledAt: null }));
});

test('one answer is enough: the next conversation is anybody’s', async () => {
  await sent();
  await world.answer();
  const { id } = await world.ticket();
  await (await world.desk.as('ana')).json('PUT', `/tickets/${id}`, { status: 'closed' });
  await world.answer('outra coisa');
  expect(await world.ticket()).toMatchObject({ status: 'pending', userId: null });
});

test('a conversation that goes on stays with whom it is, and is answered by that', async () => {
  await world.plan(MINUTE, { opensTicket: true });
  await world.answer('bom dia');
  const { id } = await world.ticket();
  await (await world.desk.as('ana')).json('PUT', `/tickets/${id}`, { status: 'open' });
  await world.after(MINUTE);
  await world.answer('quero sim');
  expect(await world.ticket()).toMatchObject({ userId: world.desk.cast.userId.ana });
  await (await world.desk.as('ana')).json('PUT', `/tickets/${id}`, { status: 'closed' });
  await world.answer('outra coisa');
  expect(await world.ticket()).toMatchObject({ status: 'pending', userId: null });
});

test('after a month it is no answer any more', async () => {
  await sent();
  world.desk.clock.advance(31 * 24 * HOUR);
  await world.answer();
  expect(await world.ticket()).toMatchObject({ status: 'pending' });
});
