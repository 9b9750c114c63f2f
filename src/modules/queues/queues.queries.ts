import { queues } from '@db/tenant/schema/index.ts';
import { and, asc, count, eq, sql } from 'drizzle-orm';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import { afterRow, cutPage, offsetOf, sizeOf } from '@/core/db/paging.ts';
import { containsText } from '@/core/db/search.ts';
import { AppError } from '@/core/errors.ts';
import type { Medium } from '@/core/module.ts';
import { isAdmin, requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { mediaUrl } from '@/core/storage/storage.ts';
import { canManageQueues, canReadQueues } from './queues.policy.ts';
import { QUEUES_PER_PAGE, type QueueFilter } from './queues.schema.ts';
import type { QueuePage, QueueView } from './queues.views.ts';

export type QueueRow = typeof queues.$inferSelect;
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

const order = [sql`coalesce(${queues.orderQueue}, 1e9)`, queues.name];
const inOrder = order.map((column) => asc(column));

export async function listQueues(scope: Scope): Promise<QueueView[]> {
  requireCan(scope, canReadQueues);
  return (await allQueues(scope.db)).map((row) => toQueueView(scope, row));
}

export const allQueues = tenantStatement((db) =>
  db
    .select()
    .from(queues)
    .orderBy(...inOrder),
);

export async function listQueuePage(scope: Scope, filter: QueueFilter): Promise<QueuePage> {
  requireCan(scope, canManageQueues);
  const found = filter.searchParam ? containsText(filter.searchParam, queues.name) : undefined;
  const size = sizeOf(filter, QUEUES_PER_PAGE);
  const rows = await scope.db
    .select()
    .from(queues)
    .where(and(found, filter.after ? afterRow(queues.id, order, filter.after) : undefined))
    .orderBy(...inOrder)
    .limit(size + 1)
    .offset(offsetOf(filter, QUEUES_PER_PAGE));
  const page = cutPage(rows, size);
  const [total] = await scope.db.select({ n: count() }).from(queues).where(found);
  return {
    queues: page.rows.map((row) => toQueueView(scope, row)),
    count: total?.n ?? 0,
    hasMore: page.hasMore,
  };
}

export async function getQueue(scope: Scope, queueId: number): Promise<QueueView> {
  requireCan(scope, canReadQueues);
  return toQueueView(scope, await requireQueue(scope, queueId));
}

export async function findQueue(scope: Scope, queueId: number): Promise<QueueView | undefined> {
  const [row] = await queueById(scope.db, { queueId });
  return row && toQueueView(scope, row);
}

export async function requireQueue(scope: Scope, queueId: number): Promise<QueueRow> {
  const [row] = await queueById(scope.db, { queueId });
  if (!row) throw new AppError('ERR_NO_QUEUE_FOUND');
  return row;
}

const queueById = tenantStatement((db) =>
  db
    .select()
    .from(queues)
    .where(eq(queues.id, sql.placeholder('queueId'))),
);

export async function findQueueMedium(scope: Scope, key: string): Promise<Medium | undefined> {
  const [row] = await queueByMedium(scope.db, { key });
  return row && { mime: row.mediaMime, name: row.mediaName };
}

const queueByMedium = tenantStatement((db) =>
  db
    .select()
    .from(queues)
    .where(eq(queues.mediaPath, sql.placeholder('key'))),
);

export function toQueueView(scope: Scope, row: QueueRow): QueueView {
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
    mediaPath: mediaUrl(scope, row.mediaPath || null),
    mediaName: row.mediaName || null,
    assignment: row.assignment,
    assignmentLimit: row.assignmentLimit,
    isSticky: row.isSticky,
    sendsInvoices: row.sendsInvoices,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
