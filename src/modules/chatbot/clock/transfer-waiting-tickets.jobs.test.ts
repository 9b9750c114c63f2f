import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { queues, ticketTrackings } from '@db/tenant/schema/index.ts';
import { createPlanner } from '@test/support/plans.ts';
import { eq } from 'drizzle-orm';
import { type ClockFixture, createClockFixture, MINUTE, startAgain } from './clock-fixture.test-support.ts';
import { transferWaitingTickets } from './transfer-waiting-tickets.jobs.ts';

const MARIA = '5511911110001';
const JOAO = '5511911110002';

let clock: ClockFixture;
let Vendas: number;
beforeEach(async () => {
  clock = await createClockFixture();
  ({ Vendas } = clock.testApp.people.queueId);
  await clock.set({ timeToTransfer: 15, transferQueueId: Vendas });
});
afterEach(() => clock.close());

const queueOf = async (id: number) => (await clock.ticket(id)).queueId;

describe('ticket without a queue', () => {
  test('is moved once to its connection’s queue after its minutes', async () => {
    const id = await clock.receiveText(MARIA, 'oi');
    const received = await clock.testApp.listenAs('bia');
    await clock.pass(14);
    expect(await queueOf(id)).toBeNull();
    await clock.pass(1);
    const { waitingSince, ...ticket } = await clock.ticket(id);
    expect(ticket).toMatchObject({ status: 'pending', queueId: Vendas, userId: null });
    expect(waitingSince).toEqual(new Date(clock.testApp.clock.now.getTime() - 15 * MINUTE));
    expect(received.map(({ channel }) => channel)).toContain('ticket');
    await clock.pass(20);
    const moves = (await clock.history(id)).filter(({ type }) => type === 'transferred');
    expect(moves).toMatchObject([{ userId: null, data: { toQueue: 'Vendas' } }]);
    const tracking = await clock.system.db.query.ticketTrackings.findFirst({
      where: eq(ticketTrackings.ticketId, id),
    });
    expect(tracking).toMatchObject({ queueId: Vendas, startedAt: null });
  });

  test('waits no longer when the customer writes again', async () => {
    const id = await clock.receiveText(MARIA, 'oi');
    await clock.pass(10);
    await clock.receiveText(MARIA, 'alguém aí?');
    await clock.pass(5);
    expect(await queueOf(id)).toBe(Vendas);
  });

  test.each([
    ['has a queue already', { queueId: 2 }],
    ['is a group', { isGroup: true }],
    ['is with somebody', { status: 'open' as const }],
    ['is put aside', { snoozedUntil: new Date('2026-03-11T15:00:00Z') }],
  ])('is not moved when it %s', async (_what, changes) => {
    const id = await clock.receiveText(MARIA, 'oi');
    await clock.put(id, changes);
    await clock.pass(30);
    expect(await queueOf(id)).not.toBe(Vendas);
  });

  test.each([
    ['it only has another preview', { lastMessage: 'oi' }, true],
    ['it was put aside', { snoozedUntil: new Date('2026-03-11T15:00:00Z') }, false],
    ['an integration took it', { useIntegration: true }, false],
    ['somebody took it', { status: 'open' as const }, false],
    ['it waits anew', { waitingSince: new Date('2026-03-10T15:14:00Z') }, false],
  ])('is judged anew when its turn comes: %s', async (_what, changes, isMoved) => {
    const id = await clock.receiveText(MARIA, 'oi');
    clock.testApp.clock.advance(15 * MINUTE);
    await transferWaitingTickets(clock.afterListing(() => clock.put(id, changes)));
    expect(await queueOf(id)).toBe(isMoved ? Vendas : null);
  });

  test('stays when its connection has no minutes or a deleted queue', async () => {
    const id = await clock.receiveText(MARIA, 'oi');
    await clock.set({ timeToTransfer: null });
    await clock.pass(30);
    await clock.set({ timeToTransfer: 15 });
    await clock.system.write((tx) => tx.db.delete(queues).where(eq(queues.id, Vendas)));
    await clock.pass(30);
    expect(await queueOf(id)).toBeNull();
  });
});

test('a waiting ticket is moved once despite a restart', async () => {
  await clock.receiveText(MARIA, 'oi');
  clock.testApp.clock.advance(14 * MINUTE);
  await clock.testApp.dependencies.stop();
  const again = await startAgain(clock);
  await again.minute();
  await again.minute();
  const [scope] = await Promise.all([again.dependencies.kernel.tenants.open(clock.system.companyId)]);
  expect(await scope.db.query.tickets.findMany()).toMatchObject([{ queueId: Vendas }]);
  const events = await scope.db.query.ticketEvents.findMany();
  expect(events.filter(({ type }) => type === 'transferred')).toHaveLength(1);
  await again.dependencies.stop();
});

test('a transfer does not wait a day after the clock was a day fast', async () => {
  clock.testApp.clock.now = new Date('2026-03-11T15:00:00Z');
  const first = await clock.receiveText(MARIA, 'oi');
  clock.testApp.clock.now = new Date('2026-03-10T15:00:00Z');
  await clock.pass(1);
  expect(await queueOf(first)).toBe(Vendas);
  const second = await clock.receiveText(JOAO, 'oi');
  await clock.pass(1);
  expect(await queueOf(second)).toBeNull();
});

test('transferWaitingTickets reads no ticket that is in a queue', async () => {
  await clock.receiveText(MARIA, 'oi');
  clock.testApp.clock.advance(15 * MINUTE);
  const planner = await createPlanner();
  const steps = await planner.stepsOf(() => transferWaitingTickets(clock.system));
  planner.close();
  const inspected = steps.filter(
    ({ sql, detail }) => /^select/i.test(sql) && detail.includes('tickets_by_queue'),
  );
  expect(inspected.length).toBeGreaterThanOrEqual(2);
  for (const { detail } of inspected) expect(detail).toContain('tickets_by_queue (queue_id=? AND status=?');
  expect(steps.filter(({ detail }) => detail.startsWith('SCAN tickets'))).toEqual([]);
});
