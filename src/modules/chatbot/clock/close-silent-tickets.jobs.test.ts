import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { messages, settings, ticketTrackings } from '@db/tenant/schema/index.ts';
import { createPlanner } from '@test/support/plans.ts';
import { eq } from 'drizzle-orm';
import { createLog } from '@/core/log.ts';
import { snoozeTicket } from '@/modules/tickets/work/snooze-ticket.service.ts';
import { patchTicket } from '@/modules/tickets/work/tickets.service.ts';
import { SendError } from '@/whatsapp/port.ts';
import { type ClockFixture, createClockFixture, MINUTE, startAgain } from './clock-fixture.test-support.ts';
import { closeSilentTickets } from './close-silent-tickets.jobs.ts';

const MARIA = '5511911110001';
const JOAO = '5511911110002';
const TEXT = 'Encerramos, {{firstName}}.';

const logged: string[] = [];
let clock: ClockFixture;
beforeEach(async () => {
  logged.length = 0;
  clock = await createClockFixture({
    log: createLog('error', { write: (line: string) => void logged.push(line) }),
  });
  await clock.set({ expiresTicket: 10, expiresInactiveMessage: TEXT });
});
afterEach(() => clock.close());

const statusOf = async (id: number) => (await clock.ticket(id)).status;

describe('closing a silent ticket', () => {
  test('happens after the minutes of its connection with only the configured text', async () => {
    const both = { ratingMessage: 'nota?', complationMessage: 'até logo' };
    await clock.set(both);
    await clock.system.write((tx) => tx.db.insert(settings).values({ key: 'userRating', value: 'enabled' }));
    const id = await clock.answered(MARIA);
    await clock.put(id, { promptId: 3, useIntegration: true });
    const received = await clock.testApp.listenAs('bia');
    await clock.pass(9);
    expect(await statusOf(id)).toBe('open');
    await clock.pass(1);
    const closed = await clock.ticket(id);
    const { bia } = clock.testApp.people.userId;
    expect(closed).toMatchObject({ status: 'closed', userId: bia, promptId: null, useIntegration: false });
    expect(closed.lastMessage).toBe('Encerramos, Maria.');
    expect(await clock.automatic(id)).toEqual(['Encerramos, Maria.']);
    expect(clock.testApp.whatsapp.sent.map(({ content }) => content)).toEqual([
      { type: 'text', text: 'pois não?' },
      { type: 'text', text: 'Encerramos, Maria.' },
    ]);
    const line = (await clock.history(id)).at(-1);
    expect(line).toMatchObject({ type: 'closed', userId: null, data: { cause: 'expired' } });
    expect(received.map(({ channel }) => channel)).toContain('ticketEvent');
    const tracking = await clock.system.db.query.ticketTrackings.findFirst({
      where: eq(ticketTrackings.ticketId, id),
    });
    expect(tracking).toMatchObject({ userId: bia, finishedAt: clock.testApp.clock.now, ratingAt: null });
  });

  test.each([
    ['it only has another preview', { lastMessage: 'oi' }, 'closed' as const],
    ['it was put aside', { snoozedUntil: new Date('2026-03-11T15:00:00Z') }, 'open' as const],
    ['it was answered again', { answeredAt: new Date('2026-03-10T15:09:00Z') }, 'open' as const],
    ['it left the connection', { connectionId: null }, 'open' as const],
  ])('is judged anew when its turn comes: %s', async (_what, changes, status) => {
    const id = await clock.answered(MARIA);
    clock.testApp.clock.advance(10 * MINUTE);
    await closeSilentTickets(clock.afterListing(() => clock.put(id, changes)));
    expect(await statusOf(id)).toBe(status);
  });

  test('sends nothing without a text', async () => {
    await clock.set({ expiresInactiveMessage: '' });
    const id = await clock.answered(MARIA);
    await clock.pass(10);
    expect(await statusOf(id)).toBe('closed');
    expect(await clock.automatic(id)).toEqual([]);
  });

  test('is postponed when the customer writes in the last minute', async () => {
    const id = await clock.answered(MARIA);
    await clock.pass(9);
    await clock.receiveText(MARIA, 'já volto');
    await clock.pass(30);
    expect(await statusOf(id)).toBe('open');
    await clock.reply('bia', id, 'ok');
    await clock.pass(10);
    expect(await statusOf(id)).toBe('closed');
  });

  test('sends its text once however often the job runs', async () => {
    const id = await clock.answered(MARIA);
    await clock.pass(10);
    await closeSilentTickets(clock.system);
    await clock.pass(20);
    expect(await clock.automatic(id)).toHaveLength(1);
    expect((await clock.history(id)).filter(({ type }) => type === 'closed')).toHaveLength(1);
  });

  test('can happen again after reopening', async () => {
    const id = await clock.answered(MARIA);
    await clock.pass(10);
    const { bia } = clock.testApp.people.userId;
    await patchTicket(clock.system, { ticketId: id, status: 'open', userId: bia });
    await clock.pass(30);
    expect(await statusOf(id)).toBe('open');
    await clock.reply('bia', id, 'só mais uma coisa');
    await clock.pass(10);
    expect(await statusOf(id)).toBe('closed');
    expect(await clock.automatic(id)).toHaveLength(2);
  });

  test('waits while snoozed and then the full time', async () => {
    const id = await clock.answered(MARIA);
    const until = new Date(clock.testApp.clock.now.getTime() + 30 * MINUTE);
    await snoozeTicket(clock.system, { ticketId: id, until });
    await clock.pass(39);
    expect(await statusOf(id)).toBe('open');
    await clock.pass(1);
    expect(await statusOf(id)).toBe('closed');
  });

  test.each([
    ['waits for a person', { status: 'pending' as const, userId: null }],
    ['is a group', { isGroup: true, answeredAt: null }],
  ])('skips a ticket that %s', async (_what, changes) => {
    const id = await clock.answered(MARIA);
    await clock.put(id, changes);
    await clock.pass(30);
    expect(await statusOf(id)).not.toBe('closed');
  });

  test('never happens when the minutes are 0', async () => {
    await clock.set({ expiresTicket: 0 });
    const id = await clock.answered(MARIA);
    await clock.pass(100);
    expect(await statusOf(id)).toBe('open');
  });

  test('continues with other tickets when one cannot be closed', async () => {
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
    expect(logged.join()).toContain('a timed change of a ticket failed');
  });
});

describe('CLOSE_TICKETS_AFTER_HOURS', () => {
  test('applies when a connection has no minutes of its own', async () => {
    const other = await createClockFixture({ env: { CLOSE_TICKETS_AFTER_HOURS: '2' } });
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

describe('closing after interruptions', () => {
  test('opens a hibernated company when due, not before', async () => {
    const id = await clock.answered(MARIA);
    const { tenants } = clock.testApp.kernel;
    for (let minute = 0; minute < 3; minute += 1) {
      clock.testApp.clock.advance(MINUTE + 1);
      await clock.jobs();
      await tenants.sweep();
    }
    expect(tenants.size).toBe(0);
    clock.testApp.clock.advance(6 * MINUTE);
    await clock.jobs();
    expect(tenants.size).toBe(0);
    clock.testApp.clock.advance(MINUTE);
    await clock.jobs();
    await clock.testApp.settle();
    expect(await statusOf(id)).toBe('closed');
    expect(clock.testApp.whatsapp.sent).toHaveLength(2);
  });

  test('happens at the next start after a stop before it was due', async () => {
    const id = await clock.answered(MARIA);
    await clock.testApp.dependencies.stop();
    const again = await startAgain(clock);
    clock.testApp.clock.advance(8 * MINUTE);
    await again.minute();
    expect(clock.testApp.whatsapp.sent).toHaveLength(1);
    await again.minute();
    expect(clock.testApp.whatsapp.sent).toHaveLength(2);
    await again.minute();
    expect(clock.testApp.whatsapp.sent).toHaveLength(2);
    await again.dependencies.stop();
    expect(id).toBeGreaterThan(0);
  });

  test('sends the text once after a stop between commit and sending', async () => {
    await clock.answered(MARIA);
    clock.testApp.whatsapp.fail(new SendError('timeout', true));
    await clock.pass(10);
    expect(clock.testApp.whatsapp.sent).toHaveLength(1);
    await clock.testApp.dependencies.stop();
    const again = await startAgain(clock);
    for (let minute = 0; minute < 5; minute += 1) await again.minute();
    expect(clock.testApp.whatsapp.sent.map(({ content }) => content)).toEqual([
      { type: 'text', text: 'pois não?' },
      { type: 'text', text: 'Encerramos, Maria.' },
    ]);
    await again.dependencies.stop();
  });

  test('happens in time after a clock a year fast is set back', async () => {
    clock.testApp.clock.now = new Date('2027-03-10T15:00:00Z');
    const id = await clock.answered(MARIA);
    clock.testApp.clock.now = new Date('2026-03-10T15:00:00Z');
    await clock.pass(1);
    expect(await statusOf(id)).toBe('open');
    await clock.pass(9);
    expect(await statusOf(id)).toBe('open');
    await clock.pass(1);
    expect(await statusOf(id)).toBe('closed');
  });
});

test('closeSilentTickets finds silent tickets by index', async () => {
  await clock.answered(MARIA);
  clock.testApp.clock.advance(10 * MINUTE);
  const planner = await createPlanner();
  const steps = await planner.stepsOf(() => closeSilentTickets(clock.system));
  planner.close();
  const inspected = steps.filter(({ sql }) => /answered_at/.test(sql) && /^select/i.test(sql));
  expect(inspected.map(({ detail }) => detail)).toContainEqual(
    expect.stringContaining('USING INDEX tickets_answered (connection_id=?'),
  );
  expect(steps.filter(({ detail }) => detail.startsWith('SCAN tickets'))).toEqual([]);
});
