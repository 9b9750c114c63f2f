import { queueOptions } from '@db/tenant/schema/index.ts';
import { eq, sql } from 'drizzle-orm';
import { tenantStatement } from '@/kernel/db/statement.ts';
import { AppError } from '@/kernel/errors.ts';
import type { Medium } from '@/kernel/module.ts';
import { requireCan } from '@/kernel/policy.ts';
import type { Scope } from '@/kernel/scope.ts';
import { mediaUrl } from '@/kernel/storage.ts';
import { canReadQueues } from '../queues.policy.ts';
import type { QueueOptionFilter } from './queue-options.schema.ts';
import type { QueueOptionView } from './queue-options.views.ts';

export type OptionRow = typeof queueOptions.$inferSelect;

/** A level of a queue's menu, -1 for the first one; all levels where no parent is named. Sorted as numbers. */
export async function listOptions(scope: Scope, filter: QueueOptionFilter): Promise<QueueOptionView[]> {
  requireCan(scope, canReadQueues);
  const { queueId, parentId } = filter;
  const rows = queueId
    ? await optionsOf(scope.db, { queueId })
    : parentId && parentId > 0
      ? await optionsBelow(scope.db, { parentId })
      : await allOptions(scope.db);
  const level = parentId === -1 ? null : parentId;
  const found = level === undefined ? rows : rows.filter((row) => row.parentId === level);
  return found.sort(byNumber).map((row) => toOptionView(scope, row));
}

export const allOptions = tenantStatement((db) => db.select().from(queueOptions));
const optionsOf = tenantStatement((db) =>
  db
    .select()
    .from(queueOptions)
    .where(eq(queueOptions.queueId, sql.placeholder('queueId'))),
);
const optionsBelow = tenantStatement((db) =>
  db
    .select()
    .from(queueOptions)
    .where(eq(queueOptions.parentId, sql.placeholder('parentId'))),
);

/** Throws ERR_NO_QUEUE_OPTION_FOUND. */
export async function getOption(scope: Scope, queueOptionId: number): Promise<QueueOptionView> {
  requireCan(scope, canReadQueues);
  return toOptionView(scope, await requireOption(scope, queueOptionId));
}

/** Throws ERR_NO_QUEUE_OPTION_FOUND. */
export async function requireOption(scope: Scope, queueOptionId: number): Promise<OptionRow> {
  const [row] = await optionById(scope.db, { queueOptionId });
  if (!row) throw new AppError('ERR_NO_QUEUE_OPTION_FOUND');
  return row;
}

const optionById = tenantStatement((db) =>
  db
    .select()
    .from(queueOptions)
    .where(eq(queueOptions.id, sql.placeholder('queueOptionId'))),
);

export async function listSiblings(
  scope: Scope,
  { queueId, parentId }: Pick<OptionRow, 'queueId' | 'parentId'>,
): Promise<OptionRow[]> {
  const rows = await optionsOf(scope.db, { queueId });
  return rows.filter((row) => row.parentId === parentId).sort(byNumber);
}

export async function listOptionMedia(scope: Scope, queueId: number): Promise<string[]> {
  const rows = await optionsOf(scope.db, { queueId });
  return rows.map(({ mediaPath }) => mediaPath).filter(Boolean);
}

export async function findOptionMedium(scope: Scope, key: string): Promise<Medium | undefined> {
  const [row] = await optionByMedium(scope.db, { key });
  return row && { mime: row.mediaMime, name: row.mediaName };
}

const optionByMedium = tenantStatement((db) =>
  db
    .select()
    .from(queueOptions)
    .where(eq(queueOptions.mediaPath, sql.placeholder('key'))),
);

const asTyped = new Intl.Collator('pt', { numeric: true });

/** Numbers sort as numbers: 2 before 10; of the same one the older comes first. */
export const byNumber = (one: OptionRow, other: OptionRow) =>
  asTyped.compare(one.option, other.option) || one.id - other.id;

export function toOptionView(scope: Scope, row: OptionRow): QueueOptionView {
  return {
    id: row.id,
    queueId: row.queueId,
    parentId: row.parentId,
    option: row.option,
    title: row.title,
    message: row.message,
    mediaPath: mediaUrl(scope, row.mediaPath || null),
    mediaName: row.mediaName || null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
