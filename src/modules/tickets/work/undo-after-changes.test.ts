import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { connections, queueIntegrations, queueOptions, queues, tickets } from '@db/tenant/schema/index.ts';
import { addConnection } from '@test/support/inbound.ts';
import { eq } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
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
