import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { queues, userQueues, users } from '@db/tenant/schema/index.ts';
import type { PersonName } from '@test/support/people.ts';
import { createPlanner } from '@test/support/plans.ts';
import { and, eq, inArray } from 'drizzle-orm';
import { patchTicket } from '@/modules/tickets/work/tickets.service.ts';
import { assignTickets } from './assign-tickets.jobs.ts';
import { choosePerson } from './choose-person.logic.ts';
import { type ClockFixture, createClockFixture, startAgain } from './clock-fixture.test-support.ts';

const numbers = Array.from({ length: 8 }, (_, n) => `551191111000${n}`);

let clock: ClockFixture;
let Vendas: number;
let userId: Record<PersonName, number>;
beforeEach(async () => {
  clock = await createClockFixture();
  ({ userId } = clock.testApp.people);
  ({ Vendas } = clock.testApp.people.queueId);
  await queue({ assignment: 'roundRobin' });
  await clock.system.write((tx) => tx.db.insert(userQueues).values({ userId: userId.caio, queueId: Vendas }));
});
afterEach(() => clock.close());

const queue = (changes: Partial<typeof queues.$inferInsert>) =>
  clock.system.write((tx) => tx.db.update(queues).set(changes).where(eq(queues.id, Vendas)));

async function online(...names: PersonName[]): Promise<void> {
  const ids = names.map((name) => userId[name]);
  await clock.system.write(async (tx) => {
    await tx.db.update(users).set({ online: false });
    const here = { online: true, seenAt: tx.now() };
    if (ids.length > 0) await tx.db.update(users).set(here).where(inArray(users.id, ids));
    for (const id of Object.values(userId)) tx.emit('user.updated', { userId: id });
  });
  await clock.testApp.settle();
}

async function waiting(number: string): Promise<number> {
  const id = await clock.receiveText(number, 'oi');
  await patchTicket(clock.system, { ticketId: id, queueId: Vendas });
  await clock.testApp.settle();
  return id;
}
const nameOf = async (id: number) => {
  const ticket = await clock.ticket(id);
  const [name] = Object.entries(userId).find(([, one]) => one === ticket.userId) ?? [null];
  return name;
};

describe('assigning a waiting ticket', () => {
  test('leaves it in its queue unless assignment is on', async () => {
    await queue({ assignment: 'off' });
    await online('bia', 'caio');
    const id = await waiting(numbers[0] as string);
    await clock.pass(3);
    expect(await clock.ticket(id)).toMatchObject({ status: 'pending', userId: null });
  });

  test('rotates among online agents and records it in the history', async () => {
    await online('bia', 'caio', 'rui');
    const received = await clock.testApp.listenAs('bia');
    const ids = [];
    for (const number of numbers.slice(0, 6)) ids.push(await waiting(number));
    expect(await Promise.all(ids.map(nameOf))).toEqual(['rui', 'bia', 'caio', 'rui', 'bia', 'caio']);
    expect(await clock.ticket(ids[0] ?? 0)).toMatchObject({ status: 'open' });
    const line = (await clock.history(ids[1] ?? 0)).at(-1);
    expect(line).toMatchObject({
      type: 'accepted',
      userId: null,
      data: { cause: 'assigned', name: 'Bia', queue: 'Vendas' },
    });
    expect(received.filter(({ channel }) => channel === 'ticketEvent').length).toBeGreaterThan(0);
    expect(await clock.automatic(ids[0] ?? 0)).toEqual([]);
  });

  test('waits until an agent is online', async () => {
    await online();
    const id = await waiting(numbers[0] as string);
    await clock.pass(5);
    expect(await nameOf(id)).toBeNull();
    await online('bia');
    expect(await nameOf(id)).toBe('bia');
  });

  test('waits until an agent is below the limit, longest waiting first', async () => {
    await queue({ assignmentLimit: 1 });
    await online('bia');
    const [one, two, three] = [
      await waiting(numbers[0] as string),
      await waiting(numbers[1] as string),
      await waiting(numbers[2] as string),
    ];
    expect(await Promise.all([one, two, three].map(nameOf))).toEqual(['bia', null, null]);
    await patchTicket(clock.system, { ticketId: one, status: 'closed' });
    await clock.testApp.settle();
    expect(await Promise.all([two, three].map(nameOf))).toEqual(['bia', null]);
  });

  test('skips agents who are disabled, offline or in another queue', async () => {
    await online('caio', 'ana');
    await clock.system.write((tx) =>
      tx.db.update(users).set({ disabledAt: tx.now() }).where(eq(users.id, userId.caio)),
    );
    const id = await waiting(numbers[0] as string);
    await clock.pass(2);
    expect(await nameOf(id)).toBeNull();
  });

  test.each([
    ['has another preview', { lastMessage: 'oi' }, 'bia'],
    ['was put aside', { snoozedUntil: new Date('2026-03-11T15:00:00Z') }, null],
    ['an integration took', { useIntegration: true }, null],
    ['the bot took', { chatbot: true }, null],
    ['somebody has', { userId: 1 }, 'ana'],
    ['was moved', { queueId: null }, null],
  ])('decides by what the ticket is when its turn comes: one that %s', async (_what, changes, name) => {
    await queue({ assignment: 'off' });
    const id = await waiting(numbers[0] as string);
    await online('bia');
    await queue({ assignment: 'roundRobin' });
    await assignTickets(clock.afterListing(() => clock.put(id, changes)));
    expect(await nameOf(id)).toBe(name);
  });

  test.each([
    ['the bot holds', { chatbot: true }],
    ['an integration holds', { useIntegration: true }],
    ['is a group', { isGroup: true }],
    ['is put aside', { snoozedUntil: new Date('2026-03-11T15:00:00Z') }],
  ])('skips a ticket that %s', async (_what, changes) => {
    await online();
    const id = await waiting(numbers[0] as string);
    await clock.put(id, changes);
    await online('bia');
    await clock.pass(2);
    expect(await nameOf(id)).toBeNull();
  });

  test('prefers the previous agent when the queue is sticky and they are free', async () => {
    await queue({ isSticky: true });
    await online('bia', 'caio', 'rui');
    const id = await waiting(numbers[0] as string);
    await patchTicket(clock.system, { ticketId: id, userId: userId.caio });
    await patchTicket(clock.system, { ticketId: id, status: 'closed' });
    const again = await waiting(numbers[0] as string);
    expect(again).toBe(id);
    expect(await nameOf(id)).toBe('caio');
    await patchTicket(clock.system, { ticketId: id, status: 'closed' });
    await online('bia', 'rui');
    await waiting(numbers[0] as string);
    expect(await nameOf(id)).not.toBe('caio');
  });

  test('does not override a simultaneous acceptance', async () => {
    await online();
    const id = await waiting(numbers[0] as string);
    await online('bia');
    await Promise.all([
      patchTicket(clock.system, { ticketId: id, status: 'open', userId: userId.rui }).catch(() => undefined),
      assignTickets(clock.system),
    ]);
    const accepted = (await clock.history(id)).filter(({ type }) => type === 'accepted');
    expect(accepted).toHaveLength(1);
  });
});

test('assignment continues the rotation with waiting tickets after a restart', async () => {
  await online('bia', 'rui');
  await waiting(numbers[0] as string);
  await queue({ assignment: 'off' });
  await waiting(numbers[1] as string);
  await queue({ assignment: 'roundRobin' });
  await clock.testApp.dependencies.stop();
  const again = await startAgain(clock);
  const { db } = await again.dependencies.kernel.tenants.open(clock.system.companyId);
  await again.minute();
  await again.minute();
  const owners = (await db.query.tickets.findMany()).map((ticket) => ticket.userId);
  expect(owners).toEqual([userId.rui, userId.bia]);
  await again.dependencies.stop();
});

test('assignment preserves the rotation when the clock is set back a year', async () => {
  await online('bia', 'rui');
  clock.testApp.clock.now = new Date('2027-03-10T15:00:00Z');
  await waiting(numbers[0] as string);
  clock.testApp.clock.now = new Date('2026-03-10T15:00:00Z');
  const ids = [];
  for (const number of numbers.slice(1, 5)) ids.push(await waiting(number));
  expect(await Promise.all(ids.map(nameOf))).toEqual(['bia', 'rui', 'bia', 'rui']);
  const [row] = await clock.system.db
    .select()
    .from(userQueues)
    .where(and(eq(userQueues.userId, userId.rui), eq(userQueues.queueId, Vendas)));
  expect(row?.assignedAt?.getTime()).toBeGreaterThan(Date.UTC(2027, 2, 10, 15));
});

describe('choosePerson', () => {
  const at = (day: number) => new Date(Date.UTC(2026, 2, day));
  const ana = { userId: 1, openTickets: 2, assignedAt: at(2) };
  const bia = { userId: 2, openTickets: 0, assignedAt: at(1) };
  const caio = { userId: 3, openTickets: 5, assignedAt: null };

  test.each([
    ['nobody is there', [], 0, null, undefined],
    ['the one who never had one', [ana, bia, caio], 0, null, 3],
    ['not beyond the limit', [ana, bia, caio], 5, null, 2],
    ['the one who knows the customer', [ana, bia, caio], 5, 1, 1],
    ['not if they are full', [ana, bia, caio], 2, 1, 2],
    ['all are full', [ana, caio], 2, null, undefined],
    ['equals: by number', [{ ...ana, assignedAt: null }, caio], 0, null, 1],
  ])('%s', (_what, people, limit, before, expected) => {
    expect(choosePerson(people, { limit, before })?.userId).toBe(expected as number);
  });
});

test('assignment reads no ticket of another queue and no attendance of another contact', async () => {
  await queue({ isSticky: true });
  await online();
  await waiting(numbers[0] as string);
  await clock.system.write((tx) => tx.db.update(users).set({ online: true }).where(eq(users.id, userId.bia)));
  const planner = await createPlanner();
  const steps = await planner.stepsOf(() => assignTickets(clock.system));
  planner.close();
  const details = steps.map(({ detail }) => detail);
  expect(details).toContainEqual(expect.stringContaining('tickets_by_queue (queue_id=? AND status=?)'));
  expect(details).toContainEqual(expect.stringContaining('tickets_by_user (user_id=? AND status=?)'));
  expect(details).toContainEqual(expect.stringContaining('ticket_trackings_ticket (ticket_id=?)'));
  const own = steps.filter(({ sql }) => sql !== 'select "id", "name" from "users"');
  expect(own.filter(({ detail }) => /^SCAN (tickets|ticket_trackings|users)/.test(detail))).toEqual([]);
});
