import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { connectionQueues, connections, ticketEvents, users } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import {
  createSchedulesFixture,
  HOUR,
  MINUTE,
  type SchedulesFixture,
} from '../schedules-fixture.test-support.ts';

let fixtures: SchedulesFixture;
let bia: number;
beforeAll(async () => {
  fixtures = await createSchedulesFixture();
  bia = fixtures.testApp.people.userId.bia;
  const { Vendas, Suporte } = fixtures.testApp.people.queueId;
  const { connectionId } = fixtures;
  await fixtures.system.write(async (tx) => {
    await tx.db.update(connections).set({ greetingMessage: 'Escolha:' });
    for (const queueId of [Vendas, Suporte])
      await tx.db.insert(connectionQueues).values({ connectionId, queueId });
  });
});
afterAll(() => fixtures.testApp.stop());
beforeEach(async () => {
  await fixtures.reset();
  await fixtures.system.write((tx) => tx.db.update(users).set({ disabledAt: null }));
});

const sent = async (more: object = { opensTicket: true }) => {
  const id = await fixtures.plan(MINUTE, more);
  await fixtures.after(MINUTE);
  return id;
};
const histories = async (ticketId: number) =>
  (await fixtures.system.db.select().from(ticketEvents).where(eq(ticketEvents.ticketId, ticketId))).map(
    ({ type, data }) => [type, (data as { cause?: string; name?: string }).cause, data.name],
  );

test('an answer opens the ticket for the author without the bot', async () => {
  await sent();
  expect(await fixtures.ticket()).toMatchObject({ status: 'closed', isSilent: true });
  await fixtures.answer('quero sim');
  const ticket = await fixtures.ticket();
  expect(ticket).toMatchObject({
    status: 'open',
    userId: bia,
    queueId: fixtures.testApp.people.queueId.Vendas,
    isSilent: false,
    chatbot: false,
  });
  expect(fixtures.texts()).toEqual(['Seu pedido chega hoje']);
  expect(await histories(ticket.id)).toEqual([
    ['reopened', undefined, undefined],
    ['accepted', 'answered', 'Bia'],
  ]);
});

test('without opensTicket an answer waits for any agent and starts the bot', async () => {
  await sent({});
  await fixtures.answer();
  expect(await fixtures.ticket()).toMatchObject({ status: 'pending', userId: null });
  expect(fixtures.texts()).toHaveLength(2);
});

test('an answer waits for any agent when the author is disabled', async () => {
  await sent();
  await fixtures.system.write((tx) =>
    tx.db.update(users).set({ disabledAt: fixtures.testApp.clock.now }).where(eq(users.id, bia)),
  );
  await fixtures.answer();
  expect(await fixtures.ticket()).toMatchObject({ status: 'pending', userId: null });
  await fixtures.system.write((tx) => tx.db.update(users).set({ disabledAt: null }));
});

test('only the first answer goes to the author, not the next conversation', async () => {
  await sent();
  await fixtures.answer();
  const { id } = await fixtures.ticket();
  await (await fixtures.testApp.as('ana')).json('PUT', `/tickets/${id}`, { status: 'closed' });
  await fixtures.answer('outra coisa');
  expect(await fixtures.ticket()).toMatchObject({ status: 'pending', userId: null });
});

test('an open ticket stays with its agent and counts as answered', async () => {
  await fixtures.plan(MINUTE, { opensTicket: true });
  await fixtures.answer('bom dia');
  const { id } = await fixtures.ticket();
  await (await fixtures.testApp.as('ana')).json('PUT', `/tickets/${id}`, { status: 'open' });
  await fixtures.after(MINUTE);
  await fixtures.answer('quero sim');
  expect(await fixtures.ticket()).toMatchObject({ userId: fixtures.testApp.people.userId.ana });
  await (await fixtures.testApp.as('ana')).json('PUT', `/tickets/${id}`, { status: 'closed' });
  await fixtures.answer('outra coisa');
  expect(await fixtures.ticket()).toMatchObject({ status: 'pending', userId: null });
});

test('an answer after a month does not open the ticket', async () => {
  await sent();
  fixtures.testApp.clock.advance(31 * 24 * HOUR);
  await fixtures.answer();
  expect(await fixtures.ticket()).toMatchObject({ status: 'pending' });
});
