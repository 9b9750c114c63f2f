import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { connectionQueues, queueOptions, queues, users } from '@db/tenant/schema/index.ts';
import { createPlanner } from '@test/support/plans.ts';
import { eventText } from '@views/parts/tickets/ticket-event.ts';
import { eq } from 'drizzle-orm';
import type { TicketEventView } from '@/modules/tickets/tickets.views.ts';
import { patchTicket } from '@/modules/tickets/work/tickets.service.ts';
import { type ClockDesk, createClockDesk } from './clock-desk.test-support.ts';
import { leaveMenus, leftMenuDueAt } from './left-menus.ts';

const MARIA = '5511911110001';
const ROOT = '*[ 1 ]* - Internet\n*[ # ]* - Menu inicial';

let clock: ClockDesk;
let Suporte: number;
let id: number;
beforeEach(async () => {
  clock = await createClockDesk();
  ({ Suporte } = clock.desk.cast.queueId);
  await clock.system.write(async ({ db }) => {
    await db.insert(connectionQueues).values({ connectionId: clock.connectionId, queueId: Suporte });
    const option = { queueId: Suporte, option: '1', title: 'Internet', message: 'O que houve?' };
    const [net] = await db.insert(queueOptions).values(option).returning();
    await db.insert(queueOptions).values({ ...option, parentId: net?.id, title: 'Lenta', message: 'Ok.' });
    await db.insert(queueOptions).values({ ...option, parentId: net?.id, option: '2', title: 'Parada' });
  });
  id = await clock.says(MARIA, 'oi');
  await clock.says(MARIA, '1');
});
afterEach(() => clock.close());

const isWithBot = async () => (await clock.ticket(id)).chatbot;

describe('a customer who leaves the menu of a queue', () => {
  test('is left to its people after half an hour, and hears nothing of it', async () => {
    expect(await clock.ticket(id)).toMatchObject({ chatbot: true, queueId: Suporte });
    const heard = await clock.desk.listenAs('caio');
    const known = (await clock.automatic(id)).length;
    await clock.pass(29);
    expect(await isWithBot()).toBe(true);
    await clock.pass(1);
    const left = { status: 'pending', chatbot: false, queueId: Suporte, queueOptionId: null, userId: null };
    expect(await clock.ticket(id)).toMatchObject(left);
    expect(heard.map(({ channel }) => channel)).toContain('ticket');
    const { body } = await (await clock.desk.as('caio')).json<{ events: TicketEventView[] }>(
      'GET',
      `/tickets/${id}/events`,
    );
    const i18n = { t: clock.desk.kernel.translations.t('pt'), locale: 'pt' as const, timeZone: 'UTC' };
    expect(eventText(body.events.at(-1) as TicketEventView, i18n)).toBe(
      'Parou no menu do chatbot: fica para as pessoas da fila Suporte',
    );
    await clock.pass(60);
    expect((await clock.automatic(id)).length).toBe(known);
  });

  test('or after the minutes of the connection', async () => {
    await clock.set({ timeToTransfer: 5 });
    await clock.pass(4);
    expect(await isWithBot()).toBe(true);
    await clock.pass(1);
    expect(await isWithBot()).toBe(false);
  });

  test('is assigned, where the queue gives its tickets away', async () => {
    await clock.system.write(async ({ db }) => {
      await db.update(queues).set({ assignment: 'roundRobin' }).where(eq(queues.id, Suporte));
      await db.update(users).set({ online: true }).where(eq(users.name, 'Caio'));
    });
    await clock.pass(29);
    expect(await clock.ticket(id)).toMatchObject({ status: 'pending', userId: null });
    await clock.pass(1);
    expect(await clock.ticket(id)).toMatchObject({ status: 'open', userId: clock.desk.cast.userId.caio });
  });

  test('has as long again with each word', async () => {
    await clock.pass(20);
    await clock.says(MARIA, 'x');
    await clock.pass(29);
    expect(await isWithBot()).toBe(true);
    await clock.pass(1);
    expect(await isWithBot()).toBe(false);
  });

  test('comes back to its start, and may leave again', async () => {
    await clock.pass(30);
    await clock.says(MARIA, '1');
    expect((await clock.automatic(id)).at(-1)).toBe(ROOT);
    expect(await isWithBot()).toBe(true);
    await clock.pass(30);
    expect(await isWithBot()).toBe(false);
  });

  test('does not come back to it once a person had the ticket', async () => {
    await clock.pass(30);
    const known = (await clock.automatic(id)).length;
    const ana = await clock.desk.scopeOf('ana');
    await patchTicket(ana, { ticketId: id, status: 'open' });
    await patchTicket(ana, { ticketId: id, status: 'pending' });
    await clock.says(MARIA, 'oi?');
    expect((await clock.automatic(id)).length).toBe(known);
  });

  test.each([
    ['is with somebody', { status: 'open' as const }],
    ['is put aside', { snoozedUntil: new Date('2026-03-11T15:00:00Z') }],
  ])('has not left when the ticket %s', async (_what, changes) => {
    await clock.put(id, changes);
    await clock.pass(40);
    expect(await isWithBot()).toBe(true);
  });
});

test('after a clock that was a day ahead nobody waits a day', async () => {
  await clock.put(id, { updatedAt: new Date('2026-03-11T15:00:00Z') });
  await clock.pass(1);
  expect(await isWithBot()).toBe(false);
});

test('the clock reads only tickets that the bot holds', async () => {
  clock.desk.clock.advance(31 * 60_000);
  const planner = await createPlanner();
  const steps = await planner.stepsOf(async () => {
    await leftMenuDueAt(clock.system);
    await leaveMenus(clock.system);
  });
  planner.close();
  const looked = steps.filter(
    ({ sql, detail }) => /^select/i.test(sql) && detail.includes('tickets_at_menu'),
  );
  expect(looked.length).toBeGreaterThanOrEqual(2);
  expect(steps.filter(({ detail }) => detail.startsWith('SCAN tickets'))).toEqual([]);
});
