import { queues } from '@db/tenant/schema/index.ts';
import { asc, eq, sql } from 'drizzle-orm';
import { tenantStatement } from '@/kernel/db/statement.ts';
import { AppError } from '@/kernel/errors.ts';
import { isAdmin } from '@/kernel/policy.ts';
import type { Scope } from '@/kernel/scope.ts';
import type { QueueView } from './queues.views.ts';

export type QueueChoice = { id: number; name: string; color: string };

export async function listQueueChoices(scope: Scope): Promise<QueueChoice[]> {
  const { actor } = scope;
  const all = await scope.remember([queues], 'queue choices', () => allChoices(scope.db));
  if (isAdmin(actor) || actor.kind === 'system') return all;
  return all.filter(({ id }) => actor.queueIds.includes(id));
}

const allChoices = tenantStatement((db) =>
  db
    .select({ id: queues.id, name: queues.name, color: queues.color })
    .from(queues)
    .orderBy(...inOrder),
);

const inOrder = [sql`${queues.orderQueue} is null`, asc(queues.orderQueue), asc(queues.name)];

export async function listQueues(scope: Scope): Promise<QueueView[]> {
  const rows = await scope.db
    .select()
    .from(queues)
    .orderBy(...inOrder);
  return rows.map((row) => toQueueView(scope, row));
}

/** Throws ERR_NO_QUEUE_FOUND. */
export async function getQueue(scope: Scope, queueId: number): Promise<QueueView> {
  const row = await scope.db.query.queues.findFirst({ where: eq(queues.id, queueId) });
  if (!row) throw new AppError('ERR_NO_QUEUE_FOUND');
  return toQueueView(scope, row);
}

export function toQueueView(scope: Scope, row: typeof queues.$inferSelect): QueueView {
  return {
    id: row.id,
    name: row.name,
    color: row.color,
    greetingMessage: row.greetingMessage,
    outOfHoursMessage: row.outOfHoursMessage,
    schedules: row.schedules,
    companyId: scope.companyId,
    orderQueue: row.orderQueue,
    integrationId: row.integrationId,
    promptId: row.promptId,
    mediaPath: row.mediaPath,
    mediaName: row.mediaName,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
