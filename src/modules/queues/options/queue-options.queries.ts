import { queueOptions } from '@db/tenant/schema/index.ts';
import { eq, inArray, sql } from 'drizzle-orm';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import { AppError } from '@/core/errors.ts';
import type { Medium } from '@/core/module.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { mediaUrl } from '@/core/storage/storage.ts';
import { canReadQueues } from '../queues.policy.ts';
import type { QueueOptionFilter } from './queue-options.schema.ts';
import type { QueueOptionTreeView, QueueOptionView } from './queue-options.views.ts';

export type OptionRow = typeof queueOptions.$inferSelect;

export async function listOptions(scope: Scope, filter: QueueOptionFilter): Promise<QueueOptionView[]> {
  requireCan(scope, canReadQueues);
  const { level } = await findLevel(scope, filter);
  return level.map((row) => toOptionView(scope, row));
}

export async function listOptionTrees(
  scope: Scope,
  filter: QueueOptionFilter,
): Promise<QueueOptionTreeView[]> {
  requireCan(scope, canReadQueues);
  const { level, all } = await findLevel(scope, filter);
  return growTrees(scope, level, level.length < all.length ? all : []);
}

async function findLevel(
  scope: Scope,
  { queueId, parentId }: QueueOptionFilter,
): Promise<{ level: OptionRow[]; all: OptionRow[] }> {
  const rows = queueId
    ? await optionsOf(scope.db, { queueId })
    : parentId && parentId > 0
      ? await optionsBeside(scope.db, { parentId })
      : await allOptions(scope.db);
  const all = rows.sort(byNumber);
  const parent = parentId === -1 ? null : parentId;
  return { level: parent === undefined ? all : all.filter((row) => row.parentId === parent), all };
}

function growTrees(scope: Scope, level: OptionRow[], all: OptionRow[]): QueueOptionTreeView[] {
  const below = Map.groupBy(all, ({ parentId }) => parentId);
  const grow = (row: OptionRow): QueueOptionTreeView => ({
    ...toOptionView(scope, row),
    children: (below.get(row.id) ?? []).map(grow),
  });
  return level.map(grow);
}

export const allOptions = tenantStatement((db) => db.select().from(queueOptions));
const optionsOf = tenantStatement((db) =>
  db
    .select()
    .from(queueOptions)
    .where(eq(queueOptions.queueId, sql.placeholder('queueId'))),
);
const optionsBeside = tenantStatement((db) => {
  const parent = eq(queueOptions.id, sql.placeholder('parentId'));
  const itsQueue = db.select({ id: queueOptions.queueId }).from(queueOptions).where(parent);
  return db.select().from(queueOptions).where(inArray(queueOptions.queueId, itsQueue));
});

export async function getOption(scope: Scope, queueOptionId: number): Promise<QueueOptionTreeView> {
  requireCan(scope, canReadQueues);
  const row = await requireOption(scope, queueOptionId);
  const [tree] = growTrees(scope, [row], (await optionsOf(scope.db, row)).sort(byNumber));
  if (!tree) throw new AppError('ERR_NO_QUEUE_OPTION_FOUND');
  return tree;
}

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

export const byNumber = (one: OptionRow, other: OptionRow) =>
  asTyped.compare(one.option, other.option) || one.id - other.id;

function toOptionView(scope: Scope, row: OptionRow): QueueOptionView {
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
