import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { messages, settings, ticketTrackings } from '@db/tenant/schema/index.ts';
import { createPlanner } from '@test/support/plans.ts';
import { eq } from 'drizzle-orm';
import { createLog } from '@/kernel/log.ts';
import { snoozeTicket } from '@/modules/tickets/work/snooze.service.ts';
import { patchTicket } from '@/modules/tickets/work/tickets.service.ts';
import { SendError } from '@/whatsapp/port.ts';
import { type ClockDesk, createClockDesk, MINUTE, startAgain } from './clock-desk.test-support.ts';
import { closeSilentTickets } from './close-silent-tickets.ts';

const MARIA = '5511911110001';
const JOAO = '5511911110002';
const TEXT = 'Encerramos, {{firstName}}.';

const logged: string[] = [];
let clock: ClockDesk;
beforeEach(async () => {
  logged.length = 0;
  clock = await createClockDesk({
    log: createLog('error', { write: (line: string) => void logged.push(line) }),
  });
  await clock.set({ expiresTicket: 10, expiresInactiveMessage: TEXT });
});
afterEach(() => clock.close());

const statusOf = async (id: number) => (await clock.ticket(id)).status;

describe('a ticket whose customer is silent', () => {
  test('is closed after the minutes of its connection, with the text and nothing else', async () => {
    const both = { ratingMessage: 'nota?', complationMessage: 'até logo' };
    await clock.set(both);
    await clock.system.write((tx) => tx.db.insert(settings).values({ key: 'userRating', value: 'enabled' }));
    const id = await clock.answered(MARIA);
    await clock.put(id, { promptId: 3, useIntegration: true });
    const heard = await clock.desk.listenAs('bia');
    await clock.pass(9);
    expect(await statusOf(id)).toBe('open');
    await clock.pass(1);
    const closed = await clock.ticket(id);
    const { bia } = clock.desk.cast.userId;
    expect(closed).toMatchObject({ status: 'closed', userId: bia, promptId: null, useIntegration: false });
    expect(closed.lastMessage).toBe('Encerramos, Maria.');
    expect(await clock.automatic(id)).toEqual(['Encerramos, Maria.']);
    expect(clock.desk.whatsapp.sent.map(({ content }) => content)).toEqual([
      { type: 'text', text: 'pois não?' },
      { type: 'text', text: 'Encerramos, Maria.' },
    ]);
    const line = (await clock.story(id)).at(-1);
    expect(line).toMatchObject({ type: 'closed', userId: null, data: { cause: 'expired' } });
    expect(heard.map(({ channel }) => channel)).toContain('ticketEvent');
    const tracking = await clock.system.db.query.ticketTrackings.findFirst({
      where: eq(ticketTrackings.ticketId, id),
    });
    expect(tracking).toMatchObject({ userId: bia, finishedAt: clock.desk.clock.now, ratingAt: null });
  });

  test('without a text is closed in silence', async () => {
    await clock.set({ expiresInactiveMessage: '' });
    const id = await clock.answered(MARIA);
    await clock.pass(10);
    expect(await statusOf(id)).toBe('closed');
    expect(await clock.automatic(id)).toEqual([]);
  });

  test('who writes in the last minute is left in peace', async () => {
    const id = await clock.answered(MARIA);
    await clock.pass(9);
    await clock.says(MARIA, 'já volto');
    await clock.pass(30);
    expect(await statusOf(id)).toBe('open');
    await clock.reply('bia', id, 'ok');
    await clock.pass(10);
    expect(await statusOf(id)).toBe('closed');
  });

  test('is told once, however often the clock looks', async () => {
    const id = await clock.answered(MARIA);
    await clock.pass(10);
    await closeSilentTickets(clock.system);
    await clock.pass(20);
    expect(await clock.automatic(id)).toHaveLength(1);
    expect((await clock.story(id)).filter(({ type }) => type === 'closed')).toHaveLength(1);
  });

  test('may be silent again after a reopening', async () => {
    const id = await clock.answered(MARIA);
    await clock.pass(10);
    const { bia } = clock.desk.cast.userId;
    await patchTicket(clock.system, { ticketId: id, status: 'open', userId: bia });
    await clock.pass(30);
    expect(await statusOf(id)).toBe('open');
    await clock.reply('bia', id, 'só mais uma coisa');
    await clock.pass(10);
    expect(await statusOf(id)).toBe('closed');
    expect(await clock.automatic(id)).toHaveLength(2);
  });

  test('is not closed while it is put aside, and has all its time when it comes back', async () => {
    const id = await clock.answered(MARIA);
    const until = new Date(clock.desk.clock.now.getTime() + 30 * MINUTE);
    await snoozeTicket(clock.system, { ticketId: id, until });
    await clock.pass(39);
    expect(await statusOf(id)).toBe('open');
    await clock.pass(1);
    expect(await statusOf(id)).toBe('closed');
  });

  test.each([
    ['waits for a person', { status: 'pending' as const, userId: null }],
    ['is a group', { isGroup: true, answeredAt: null }],
  ])('is none that %s', async (_what, changes) => {
    const id = await clock.answered(MARIA);
    await clock.put(id, changes);
    await clock.pass(30);
    expect(await statusOf(id)).not.toBe('closed');
  });

  test('is never closed where the minutes are 0', async () => {
    await clock.set({ expiresTicket: 0 });
    const id = await clock.answered(MARIA);
    await clock.pass(100);
    expect(await statusOf(id)).toBe('open');
  });

  test('that cannot be closed does not keep the others open', async () => {
    const first = await clock.answered(MARIA);
    const second = await clock.answered(JOAO);
    const { lastMessageId } = await clock.ticket(first);
    await clock.system.write((tx) =>
      tx.db
        .update(messages)
        .set({ clientId: `auto:expired:${first}:${lastMessageId}` })
        .where(eq(messages.id, lastMessageId ?? 0)),
    );
    await clock.pass(10);
    expect([await statusOf(first), await statusOf(second)]).toEqual(['open', 'closed']);
    expect(logged.join()).toContain('the clock left a ticket as it was');
  });
});

describe('the hours of the environment', () => {
  test('count where a connection has no minutes of its own', async () => {
    const other = await createClockDesk({ env: { CLOSE_TICKETS_AFTER_HOURS: '2' } });
    const id = await other.answered(MARIA);
    await other.pass(119);
    expect((await other.ticket(id)).status).toBe('open');
    await other.pass(1);
    expect((await other.ticket(id)).status).toBe('closed');
    await other.set({ expiresTicket: 5 });
    const next = await other.answered(JOAO);
    await other.pass(5);
    expect((await other.ticket(next)).status).toBe('closed');
    await other.close();
  });
});

describe('whatever happens to the desk', () => {
  test('a company that rests is opened when the moment has come, not before', async () => {
    const id = await clock.answered(MARIA);
    const { tenants } = clock.desk.kernel;
    for (let minute = 0; minute < 3; minute += 1) {
      clock.desk.clock.advance(MINUTE + 1);
      await clock.chores();
      await tenants.sweep();
    }
    expect(tenants.size).toBe(0);
    clock.desk.clock.advance(6 * MINUTE);
    await clock.chores();
    expect(tenants.size).toBe(0);
    clock.desk.clock.advance(MINUTE);
    await clock.chores();
    await clock.desk.settle();
    expect(await statusOf(id)).toBe('closed');
    expect(clock.desk.whatsapp.sent).toHaveLength(2);
  });

  test('killed before the moment, it is closed by the next start', async () => {
    const id = await clock.answered(MARIA);
    await clock.desk.desk.stop();
    const again = await startAgain(clock);
    clock.desk.clock.advance(8 * MINUTE);
    await again.minute();
    expect(clock.desk.whatsapp.sent).toHaveLength(1);
    await again.minute();
    expect(clock.desk.whatsapp.sent).toHaveLength(2);
    await again.minute();
    expect(clock.desk.whatsapp.sent).toHaveLength(2);
    await again.desk.stop();
    expect(id).toBeGreaterThan(0);
  });

  test('killed between the commit and the sending, the text goes out once', async () => {
    await clock.answered(MARIA);
    clock.desk.whatsapp.fail(new SendError('timeout', true));
    await clock.pass(10);
    expect(clock.desk.whatsapp.sent).toHaveLength(1);
    await clock.desk.desk.stop();
    const again = await startAgain(clock);
    for (let minute = 0; minute < 5; minute += 1) await again.minute();
    expect(clock.desk.whatsapp.sent.map(({ content }) => content)).toEqual([
      { type: 'text', text: 'pois não?' },
      { type: 'text', text: 'Encerramos, Maria.' },
    ]);
    await again.desk.stop();
  });

  test('a clock that was a year ahead and is set back closes it neither at once nor in a year', async () => {
    clock.desk.clock.now = new Date('2027-03-10T15:00:00Z');
    const id = await clock.answered(MARIA);
    clock.desk.clock.now = new Date('2026-03-10T15:00:00Z');
    await clock.pass(1);
    expect(await statusOf(id)).toBe('open');
    await clock.pass(9);
    expect(await statusOf(id)).toBe('open');
    await clock.pass(1);
    expect(await statusOf(id)).toBe('closed');
  });
});

test('the clock looks for them by index', async () => {
  await clock.answered(MARIA);
  clock.desk.clock.advance(10 * MINUTE);
  const planner = await createPlanner();
  const steps = await planner.stepsOf(() => closeSilentTickets(clock.system));
  planner.close();
  const looked = steps.filter(({ sql }) => /answered_at/.test(sql) && /^select/i.test(sql));
  expect(looked.map(({ detail }) => detail)).toContainEqual(
    expect.stringContaining('USING INDEX tickets_answered (connection_id=?'),
  );
  expect(steps.filter(({ detail }) => detail.startsWith('SCAN tickets'))).toEqual([]);
});
