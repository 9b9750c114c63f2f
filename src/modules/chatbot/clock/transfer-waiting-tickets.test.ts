import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { queues, ticketTrackings } from '@db/tenant/schema/index.ts';
import { createPlanner } from '@test/support/plans.ts';
import { eq } from 'drizzle-orm';
import { type ClockDesk, createClockDesk, MINUTE, startAgain } from './clock-desk.test-support.ts';
import { transferWaitingTickets } from './transfer-waiting-tickets.ts';

const MARIA = '5511911110001';
const JOAO = '5511911110002';

let clock: ClockDesk;
let Vendas: number;
beforeEach(async () => {
  clock = await createClockDesk();
  ({ Vendas } = clock.desk.cast.queueId);
  await clock.set({ timeToTransfer: 15, transferQueueId: Vendas });
});
afterEach(() => clock.close());

const queueOf = async (id: number) => (await clock.ticket(id)).queueId;

describe('a ticket without a queue', () => {
  test('goes to the queue of its connection after so many minutes, once', async () => {
    const id = await clock.says(MARIA, 'oi');
    const heard = await clock.desk.listenAs('bia');
    await clock.pass(14);
    expect(await queueOf(id)).toBeNull();
    await clock.pass(1);
    const { waitingSince, ...ticket } = await clock.ticket(id);
    expect(ticket).toMatchObject({ status: 'pending', queueId: Vendas, userId: null });
    expect(waitingSince).toEqual(new Date(clock.desk.clock.now.getTime() - 15 * MINUTE));
    expect(heard.map(({ channel }) => channel)).toContain('ticket');
    await clock.pass(20);
    const moves = (await clock.story(id)).filter(({ type }) => type === 'transferred');
    expect(moves).toMatchObject([{ userId: null, data: { toQueue: 'Vendas' } }]);
    const tracking = await clock.system.db.query.ticketTrackings.findFirst({
      where: eq(ticketTrackings.ticketId, id),
    });
    expect(tracking).toMatchObject({ queueId: Vendas, startedAt: null });
  });

  test('that writes again does not wait longer for it', async () => {
    const id = await clock.says(MARIA, 'oi');
    await clock.pass(10);
    await clock.says(MARIA, 'alguém aí?');
    await clock.pass(5);
    expect(await queueOf(id)).toBe(Vendas);
  });

  test.each([
    ['has a queue already', { queueId: 2 }],
    ['is a group', { isGroup: true }],
    ['is with somebody', { status: 'open' as const }],
    ['is put aside', { snoozedUntil: new Date('2026-03-11T15:00:00Z') }],
  ])('is none that %s', async (_what, changes) => {
    const id = await clock.says(MARIA, 'oi');
    await clock.put(id, changes);
    await clock.pass(30);
    expect(await queueOf(id)).not.toBe(Vendas);
  });

  test('stays where its connection names no minutes, or a queue that is gone', async () => {
    const id = await clock.says(MARIA, 'oi');
    await clock.set({ timeToTransfer: null });
    await clock.pass(30);
    await clock.set({ timeToTransfer: 15 });
    await clock.system.write((tx) => tx.db.delete(queues).where(eq(queues.id, Vendas)));
    await clock.pass(30);
    expect(await queueOf(id)).toBeNull();
  });
});

test('a restart in between changes nothing', async () => {
  await clock.says(MARIA, 'oi');
  clock.desk.clock.advance(14 * MINUTE);
  await clock.desk.desk.stop();
  const again = await startAgain(clock);
  await again.minute();
  await again.minute();
  const [scope] = await Promise.all([again.desk.kernel.tenants.open(clock.system.companyId)]);
  expect(await scope.db.query.tickets.findMany()).toMatchObject([{ queueId: Vendas }]);
  const events = await scope.db.query.ticketEvents.findMany();
  expect(events.filter(({ type }) => type === 'transferred')).toHaveLength(1);
  await again.desk.stop();
});

test('after a clock that was a day ahead nobody waits a day', async () => {
  clock.desk.clock.now = new Date('2026-03-11T15:00:00Z');
  const first = await clock.says(MARIA, 'oi');
  clock.desk.clock.now = new Date('2026-03-10T15:00:00Z');
  await clock.pass(1);
  expect(await queueOf(first)).toBe(Vendas);
  const second = await clock.says(JOAO, 'oi');
  await clock.pass(1);
  expect(await queueOf(second)).toBeNull();
});

test('the clock reads no ticket that is in a queue', async () => {
  await clock.says(MARIA, 'oi');
  clock.desk.clock.advance(15 * MINUTE);
  const planner = await createPlanner();
  const steps = await planner.stepsOf(() => transferWaitingTickets(clock.system));
  planner.close();
  const looked = steps.filter(
    ({ sql, detail }) => /^select/i.test(sql) && detail.includes('tickets_by_queue'),
  );
  expect(looked.length).toBeGreaterThanOrEqual(2);
  for (const { detail } of looked) expect(detail).toContain('tickets_by_queue (queue_id=? AND status=?');
  expect(steps.filter(({ detail }) => detail.startsWith('SCAN tickets'))).toEqual([]);
});
