import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { connectionQueues, queueOptions, queues, users } from '@db/tenant/schema/index.ts';
import { createPlanner } from '@test/support/plans.ts';
import { eventText } from '@views/parts/tickets/ticket-event.ts';
import { eq } from 'drizzle-orm';
import type { TicketEventView } from '@/modules/tickets/tickets.views.ts';
import { patchTicket } from '@/modules/tickets/work/tickets.service.ts';
import { type ClockFixture, createClockFixture } from './clock-fixture.test-support.ts';
import { leaveMenus, leftMenuDueAt } from './left-menus.jobs.ts';

const MARIA = '5511911110001';
const ROOT = '*[ 1 ]* - Internet\n*[ # ]* - Menu inicial';

let clock: ClockFixture;
let Suporte: number;
let id: number;
beforeEach(async () => {
  clock = await createClockFixture();
  ({ Suporte } = clock.testApp.people.queueId);
  await clock.system.write(async ({ db }) => {
    await db.insert(connectionQueues).values({ connectionId: clock.connectionId, queueId: Suporte });
    const option = { queueId: Suporte, option: '1', title: 'Internet', message: 'O que houve?' };
    const [net] = await db.insert(queueOptions).values(option).returning();
    await db.insert(queueOptions).values({ ...option, parentId: net?.id, title: 'Lenta', message: 'Ok.' });
    await db.insert(queueOptions).values({ ...option, parentId: net?.id, option: '2', title: 'Parada' });
  });
  id = await clock.receiveText(MARIA, 'oi');
  await clock.receiveText(MARIA, '1');
});
afterEach(() => clock.close());

const isWithBot = async () => (await clock.ticket(id)).chatbot;

describe('leaving a queue menu', () => {
  test('passes the ticket to agents after half an hour without a message', async () => {
    expect(await clock.ticket(id)).toMatchObject({ chatbot: true, queueId: Suporte });
    const received = await clock.testApp.listenAs('caio');
    const known = (await clock.automatic(id)).length;
    await clock.pass(29);
    expect(await isWithBot()).toBe(true);
    await clock.pass(1);
    const left = { status: 'pending', chatbot: false, queueId: Suporte, queueOptionId: null, userId: null };
    expect(await clock.ticket(id)).toMatchObject(left);
    expect(received.map(({ channel }) => channel)).toContain('ticket');
    const { body } = await (await clock.testApp.as('caio')).json<{ events: TicketEventView[] }>(
      'GET',
      `/tickets/${id}/events`,
    );
    const i18n = { t: clock.testApp.kernel.translations.t('pt'), locale: 'pt' as const, timeZone: 'UTC' };
    expect(eventText(body.events.at(-1) as TicketEventView, i18n)).toBe(
      'Parou no menu do chatbot: passa aos atendentes da fila Suporte',
    );
    await clock.pass(60);
    expect((await clock.automatic(id)).length).toBe(known);
  });

  test('happens after the minutes of the connection', async () => {
    await clock.set({ timeToTransfer: 5 });
    await clock.pass(4);
    expect(await isWithBot()).toBe(true);
    await clock.pass(1);
    expect(await isWithBot()).toBe(false);
  });

  test('assigns the ticket when the queue assigns automatically', async () => {
    await clock.system.write(async ({ db }) => {
      await db.update(queues).set({ assignment: 'roundRobin' }).where(eq(queues.id, Suporte));
      await db.update(users).set({ online: true }).where(eq(users.name, 'Caio'));
    });
    await clock.pass(29);
    expect(await clock.ticket(id)).toMatchObject({ status: 'pending', userId: null });
    await clock.pass(1);
    expect(await clock.ticket(id)).toMatchObject({
      status: 'open',
      userId: clock.testApp.people.userId.caio,
    });
  });

  test('restarts the time with each message', async () => {
    await clock.pass(20);
    await clock.receiveText(MARIA, 'x');
    await clock.pass(29);
    expect(await isWithBot()).toBe(true);
    await clock.pass(1);
    expect(await isWithBot()).toBe(false);
  });

  test('returns to the start of the menu and can happen again', async () => {
    await clock.pass(30);
    await clock.receiveText(MARIA, '1');
    expect((await clock.automatic(id)).at(-1)).toBe(ROOT);
    expect(await isWithBot()).toBe(true);
    await clock.pass(30);
    expect(await isWithBot()).toBe(false);
  });

  test('does not return to the menu after an agent had the ticket', async () => {
    await clock.pass(30);
    const known = (await clock.automatic(id)).length;
    const ana = await clock.testApp.scopeOf('ana');
    await patchTicket(ana, { ticketId: id, status: 'open' });
    await patchTicket(ana, { ticketId: id, status: 'pending' });
    await clock.receiveText(MARIA, 'oi?');
    expect((await clock.automatic(id)).length).toBe(known);
  });

  test.each([
    ['is with somebody', { status: 'open' as const }],
    ['is put aside', { snoozedUntil: new Date('2026-03-11T15:00:00Z') }],
  ])('does not happen when the ticket %s', async (_what, changes) => {
    await clock.put(id, changes);
    await clock.pass(40);
    expect(await isWithBot()).toBe(true);
  });
});

test('leaving a menu does not wait a day after the clock was a day fast', async () => {
  await clock.put(id, { updatedAt: new Date('2026-03-11T15:00:00Z') });
  await clock.pass(1);
  expect(await isWithBot()).toBe(false);
});

test('the job for left menus reads only tickets with the bot', async () => {
  clock.testApp.clock.advance(31 * 60_000);
  const planner = await createPlanner();
  const steps = await planner.stepsOf(async () => {
    await leftMenuDueAt(clock.system);
    await leaveMenus(clock.system);
  });
  planner.close();
  const inspected = steps.filter(
    ({ sql, detail }) => /^select/i.test(sql) && detail.includes('tickets_at_menu'),
  );
  expect(inspected.length).toBeGreaterThanOrEqual(2);
  expect(steps.filter(({ detail }) => detail.startsWith('SCAN tickets'))).toEqual([]);
});
