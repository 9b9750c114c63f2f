import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import {
  connections,
  queueIntegrations,
  queueOptions,
  queues,
  ratings,
  tickets,
  ticketTrackings,
} from '@db/tenant/schema/index.ts';
import { addConnection } from '@test/support/inbound.ts';
import { asc, eq } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import { mergeByHand } from '@/modules/contacts/merge/merge.service.ts';
import { patchWithUndo } from './ticket-undo.service.ts';
import { patchTicket } from './tickets.service.ts';
import { findTracking, trackRated } from './trackings.service.ts';
import { createWorkFixture, type WorkFixture } from './work-fixture.test-support.ts';

let work: WorkFixture;
let ana: Scope;
let maria: number;
let joao: number;

beforeAll(async () => {
  work = await createWorkFixture();
  ana = await work.testApp.scopeOf('ana');
});
afterAll(() => work.testApp.stop());
beforeEach(async () => {
  ({ maria, joao } = await work.reset());
});

const PARENTS = {
  queueId: [queues, () => add(queues, { name: 'Nova', color: '#123456' })],
  connectionId: [connections, () => addConnection(work.testApp, { name: 'Nova' })],
  queueOptionId: [
    queueOptions,
    () => add(queueOptions, { queueId: work.testApp.people.queueId.Vendas, option: '1', title: 'Um' }),
  ],
  integrationId: [queueIntegrations, () => add(queueIntegrations, { type: 'n8n', name: 'Nova' })],
} as const;

async function add<T extends typeof queues | typeof queueOptions | typeof queueIntegrations>(
  table: T,
  values: T['$inferInsert'],
): Promise<number> {
  const [row] = await ana.write((tx) => tx.db.insert(table).values(values).returning());
  return Number(row?.id);
}

for (const [column, [table, create]] of Object.entries(PARENTS))
  test(`a ticket whose ${column} was deleted is skipped, the others are put back`, async () => {
    const id = await create();
    const set = { [column]: id };
    await ana.write((tx) => tx.db.update(tickets).set(set).where(eq(tickets.id, maria)));
    const { Suporte, Vendas } = work.testApp.people.queueId;
    const moved = { action: 'assign', ids: [maria, joao], queueId: Suporte, userId: null };
    const { body } = await work.call<{ undo: string }>('ana', 'POST', '/tickets/bulk', moved);
    const isCleared = column === 'connectionId' ? { connectionId: null } : {};
    await ana.write((tx) => tx.db.delete(table).where(eq(table.id, id)));
    expect(await ana.kernel.undo.take(ana, body.undo)).toEqual({ done: 1 });
    expect(await work.ticketOf(maria)).toMatchObject({ queueId: Suporte, ...isCleared });
    expect(await work.ticketOf(joao)).toMatchObject({ queueId: Vendas });
  });

const attendances = () => ana.db.select().from(ticketTrackings).orderBy(asc(ticketTrackings.id));
const accept = (ticketId: number, userId = work.testApp.people.userId.bia) =>
  patchTicket(ana, { ticketId, status: 'open', userId });

async function closeRated(ticketId: number): Promise<void> {
  await accept(ticketId);
  await patchTicket(ana, { ticketId, status: 'closed' });
  const trackingId = (await findTracking(ana, ticketId))?.id ?? 0;
  await ana.write(async (tx) => {
    await tx.db.insert(ratings).values({ ticketId, trackingId, rate: 3 });
    await trackRated(tx, trackingId, 3);
  });
}

async function mergedInto(keep: number, drop: number): Promise<string> {
  const [kept, dropped] = [await work.ticketOf(keep), await work.ticketOf(drop)];
  return (await mergeByHand(ana, { keep: kept.contactId, drop: dropped.contactId })).undo;
}

test('a transfer undone after the ticket was closed, rated and reopened moves the running attendance', async () => {
  const { bia } = work.testApp.people.userId;
  const { Suporte, Vendas } = work.testApp.people.queueId;
  await accept(maria);
  const { undo } = await patchWithUndo(ana, { ticketId: maria, queueId: Suporte, userId: bia });
  await closeRated(maria);
  await accept(maria);
  await ana.kernel.undo.take(ana, undo);
  expect((await attendances()).filter(({ ticketId }) => ticketId === maria)).toMatchObject([
    { rated: true, rate: 3, finishedAt: work.testApp.clock.now },
    { queueId: Vendas, finishedAt: null },
  ]);
  expect(await ana.db.$count(ratings)).toBe(1);
});

test('a reopening undone after a merge leaves the rated attendance of the dropped ticket', async () => {
  await patchTicket(ana, { ticketId: maria, status: 'closed' });
  await closeRated(joao);
  await work.customer('5511911110002', 'João', 'voltei com outra pergunta');
  const { bia } = work.testApp.people.userId;
  const { undo } = await patchWithUndo(ana, { ticketId: maria, status: 'open', userId: bia });
  await mergedInto(maria, joao);
  await ana.kernel.undo.take(ana, undo);
  const finishedAt = work.testApp.clock.now;
  expect(await attendances()).toMatchObject([{ finishedAt }, { finishedAt, rate: 3, ticketId: maria }]);
  expect(await ana.db.$count(ratings)).toBe(1);
});

test('an acceptance undone after the merge was undone leaves the other ticket’s attendance', async () => {
  const { rui } = work.testApp.people.userId;
  await closeRated(joao);
  await work.customer('5511911110002', 'João', 'voltei com outra pergunta');
  const together = await mergedInto(maria, joao);
  work.testApp.clock.advance(1000);
  const { undo } = await patchWithUndo(ana, { ticketId: maria, status: 'open' });
  await ana.kernel.undo.take(ana, together);
  await accept(joao, rui);
  const begun = await findTracking(ana, joao);
  expect(begun).toMatchObject({ userId: rui, finishedAt: null });
  await ana.kernel.undo.take(ana, undo);
  expect(await findTracking(ana, joao)).toEqual(begun);
  expect(await findTracking(ana, maria)).toMatchObject({ startedAt: null, userId: null, finishedAt: null });
});

test('a ticket whose customer has written since is not snoozed again', async () => {
  const set = (values: Partial<typeof tickets.$inferInsert>) =>
    ana.write((tx) => tx.db.update(tickets).set(values).where(eq(tickets.id, maria)));
  await set({ status: 'pending', userId: null, snoozedUntil: new Date('2030-03-20T12:00:00Z') });
  const { undo } = await patchWithUndo(ana, { ticketId: maria, status: 'open' });
  await set({ updatedAt: new Date(work.testApp.clock.now.getTime() + 5_000) });
  await ana.kernel.undo.take(ana, undo);
  expect(await work.ticketOf(maria)).toMatchObject({ status: 'pending', snoozedUntil: null });
});
