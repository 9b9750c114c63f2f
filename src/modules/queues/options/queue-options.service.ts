import { queueOptions } from '@db/tenant/schema/index.ts';
import { count, eq } from 'drizzle-orm';
import { auditChange, auditGone, auditNew } from '@/core/audit/audit-rows.ts';
import { insertedRow } from '@/core/db/inserted-row.ts';
import { AppError } from '@/core/errors.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { removeMediaAfter } from '@/core/storage/remove-media.ts';
import { storable } from '@/core/text.ts';
import { canManageQueues } from '../queues.policy.ts';
import { requireQueue } from '../queues.queries.ts';
import { type BotMedia, mediaColumns } from '../queues.service.ts';
import { assigned } from '../sibling-order.logic.ts';
import { getOption, listSiblings, type OptionRow, requireOption } from './queue-options.queries.ts';
import { MAX_OPTIONS, type QueueOptionInput, type QueueOptionPatch } from './queue-options.schema.ts';
import type { QueueOptionTreeView } from './queue-options.views.ts';

/**
 * Uses the next number where its own is missing or taken. Throws ERR_NO_QUEUE_FOUND, ERR_NO_QUEUE_OPTION_FOUND,
 * ERR_LIMIT_REACHED.
 */
export async function createOption(scope: Scope, input: QueueOptionInput): Promise<QueueOptionTreeView> {
  requireCan(scope, canManageQueues);
  const { queueId, parentId = null, title, message = '' } = input;
  return scope.write(async (tx) => {
    await requireQueue(tx, queueId);
    if (parentId !== null && (await requireOption(tx, parentId)).queueId !== queueId)
      throw new AppError('ERR_NO_QUEUE_OPTION_FOUND');
    await requireSpace(tx, queueId);
    const siblings = await listSiblings(tx, { queueId, parentId });
    const isFree = input.option !== undefined && siblings.every(({ option }) => option !== input.option);
    const row = await tx.db
      .insert(queueOptions)
      .values({
        queueId,
        parentId,
        title: storable(title),
        message: storable(message),
        option: isFree && input.option !== undefined ? input.option : nextNumber(siblings),
      })
      .returning({ id: queueOptions.id })
      .then(insertedRow);
    await auditNew(tx, 'option.created', queueOptions, row.id);
    tx.emit('queue.options', { queueId });
    return getOption(tx, row.id);
  });
}

/** Omitted fields stay, as does the number if a sibling has the new one. Throws ERR_NO_QUEUE_OPTION_FOUND. */
export async function updateOption(
  scope: Scope,
  { queueOptionId, option, title, message }: QueueOptionPatch & { queueOptionId: number },
): Promise<QueueOptionTreeView> {
  requireCan(scope, canManageQueues);
  return scope.write(async (tx) => {
    const row = await requireOption(tx, queueOptionId);
    const others = (await listSiblings(tx, row)).filter(({ id }) => id !== row.id);
    const isFree = option !== undefined && others.every((other) => other.option !== option);
    await change(tx, row, {
      ...(isFree && { option }),
      ...(title !== undefined && { title: storable(title) }),
      ...(message !== undefined && { message: storable(message) }),
    });
    return getOption(tx, queueOptionId);
  });
}

/** Renumbers its level from 1; `beforeId` null moves it to the end. Throws ERR_NO_QUEUE_OPTION_FOUND. */
export async function moveOption(
  scope: Scope,
  { queueOptionId, beforeId }: { queueOptionId: number; beforeId: number | null },
): Promise<QueueOptionTreeView> {
  requireCan(scope, canManageQueues);
  return scope.write(async (tx) => {
    const row = await requireOption(tx, queueOptionId);
    const audited = await auditChange(tx, 'option.changed', queueOptions, row.id);
    await renumber(tx, assigned(await listSiblings(tx, row), row.id, beforeId));
    await audited();
    tx.emit('queue.options', { queueId: row.queueId });
    return getOption(tx, queueOptionId);
  });
}

/** Deletes its subtree; siblings are renumbered. Throws ERR_NO_QUEUE_OPTION_FOUND. */
export async function deleteOption(
  scope: Scope,
  { queueOptionId }: { queueOptionId: number },
): Promise<void> {
  requireCan(scope, canManageQueues);
  await scope.write(async (tx) => {
    const row = await requireOption(tx, queueOptionId);
    await auditGone(tx, 'option.deleted', queueOptions, row.id);
    removeMediaAfter(tx, await mediaBelow(tx, row));
    await tx.db.delete(queueOptions).where(eq(queueOptions.id, row.id));
    await renumber(tx, await listSiblings(tx, row));
    tx.emit('queue.options', { queueId: row.queueId });
  });
}

/** Null removes the file. Throws ERR_NO_QUEUE_OPTION_FOUND. */
export async function setOptionMedia(
  scope: Scope,
  { queueOptionId, media }: { queueOptionId: number; media: BotMedia | null },
): Promise<void> {
  requireCan(scope, canManageQueues);
  await scope.write(async (tx) => {
    const row = await requireOption(tx, queueOptionId);
    await change(tx, row, mediaColumns(media));
    if (row.mediaPath) removeMediaAfter(tx, [row.mediaPath]);
  });
}

async function requireSpace(tx: Scope, queueId: number): Promise<void> {
  const [known] = await tx.db
    .select({ n: count() })
    .from(queueOptions)
    .where(eq(queueOptions.queueId, queueId));
  if ((known?.n ?? 0) >= MAX_OPTIONS) throw new AppError('ERR_LIMIT_REACHED', { limit: MAX_OPTIONS });
}

function nextNumber(siblings: OptionRow[]): string {
  const numbers = siblings.map(({ option }) => Number(option)).filter(Number.isSafeInteger);
  return String(Math.max(0, ...numbers) + 1);
}

async function renumber(tx: Scope, level: OptionRow[]): Promise<void> {
  for (const [index, { id, option }] of level.entries()) {
    const number = String(index + 1);
    if (option === number) continue;
    await tx.db
      .update(queueOptions)
      .set({ option: number, updatedAt: tx.now() })
      .where(eq(queueOptions.id, id));
  }
}

async function change(tx: Scope, row: OptionRow, values: Partial<OptionRow>): Promise<void> {
  const audited = await auditChange(tx, 'option.changed', queueOptions, row.id);
  await tx.db
    .update(queueOptions)
    .set({ ...values, updatedAt: tx.now() })
    .where(eq(queueOptions.id, row.id));
  await audited();
  tx.emit('queue.options', { queueId: row.queueId });
}

async function mediaBelow(tx: Scope, { id, queueId }: OptionRow): Promise<string[]> {
  const all = await tx.db.select().from(queueOptions).where(eq(queueOptions.queueId, queueId));
  const going = new Set([id]);
  const byParent = Map.groupBy(all, ({ parentId }) => parentId);
  for (const parentId of going) for (const child of byParent.get(parentId) ?? []) going.add(child.id);
  return all.filter((one) => going.has(one.id) && one.mediaPath !== '').map(({ mediaPath }) => mediaPath);
}
