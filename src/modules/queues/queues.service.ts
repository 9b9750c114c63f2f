import { queues } from '@db/tenant/schema/index.ts';
import { count, eq, max } from 'drizzle-orm';
import { auditChange, auditGone, auditNew } from '@/core/audit/audit-rows.ts';
import { deleteInParts } from '@/core/db/delete-in-parts.ts';
import { insertedRow } from '@/core/db/inserted-row.ts';
import { searchable } from '@/core/db/search.ts';
import { AppError, InvalidInput } from '@/core/errors.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { removeMediaAfter } from '@/core/storage/remove-media.ts';
import { storable } from '@/core/text.ts';
import { getPlanOf } from '@/modules/companies/companies.queries.ts';
import { requirePlanCapacity } from '@/modules/companies/plan-limits.policy.ts';
import { DEFAULT_HOURS, withSecondRanges } from '@/schemas/service-hours.schema.ts';
import { listOptionMedia } from './options/queue-options.queries.ts';
import { canManageQueues } from './queues.policy.ts';
import { getQueue, listQueues, type QueueRow, requireQueue } from './queues.queries.ts';
import type { QueueInput, QueuePatch } from './queues.schema.ts';
import type { QueueView } from './queues.views.ts';
import { requireKnownResponders } from './responder-choices.queries.ts';
import { assigned } from './sibling-order.logic.ts';

declare module '@/core/steps.ts' {
  interface StepMap {
    'queue.deleting': { queueId: number };
  }
}

export type BotMedia = { key: string; name: string; mime: string };

/** Throws ERR_LIMIT_REACHED, ERR_QUEUE_NAME_ALREADY_EXISTS, ERR_QUEUE_COLOR_ALREADY_EXISTS. */
export async function createQueue(
  scope: Scope,
  { media = null, ...fields }: QueueInput & { media?: BotMedia | null },
): Promise<QueueView> {
  requireCan(scope, canManageQueues);
  const input = { ...fields, color: hexOf(fields.color) };
  const plan = await getPlanOf(scope.kernel, scope.companyId);
  return scope.write(async (tx) => {
    const [known] = await tx.db.select({ n: count(), last: max(queues.orderQueue) }).from(queues);
    requirePlanCapacity(plan, 'queues', known?.n ?? 0);
    await requireUnique(tx, input);
    await requireKnownResponders(tx, input);
    const row = await tx.db
      .insert(queues)
      .values({
        ...toColumns(input),
        schedules: input.schedules ?? DEFAULT_HOURS,
        ...mediaColumns(media),
        name: input.name,
        color: input.color,
        orderQueue: input.orderQueue ?? (known?.last ?? 0) + 1,
      })
      .returning({ id: queues.id })
      .then(insertedRow);
    await auditNew(tx, 'queue.created', queues, row.id);
    tx.emit('queue.updated', { queueId: row.id });
    return getQueue(tx, row.id);
  });
}

/** Omitted fields stay; `media` null removes the file. Throws ERR_NO_QUEUE_FOUND, and as `createQueue`. */
export async function updateQueue(
  scope: Scope,
  { queueId, media, ...fields }: QueuePatch & { queueId: number; media?: BotMedia | null },
): Promise<QueueView> {
  requireCan(scope, canManageQueues);
  const patch = fields.color === undefined ? fields : { ...fields, color: hexOf(fields.color) };
  return scope.write(async (tx) => {
    const row = await requireQueue(tx, queueId);
    await requireUnique(tx, patch, queueId);
    await requireKnownResponders(tx, patch, row);
    const { schedules } = patch;
    await change(tx, row, {
      ...toColumns(patch),
      ...(schedules && { schedules: withSecondRanges(row.schedules, schedules) }),
      ...(media !== undefined && mediaColumns(media)),
    });
    return getQueue(tx, queueId);
  });
}

/** Null removes the file. Throws ERR_NO_QUEUE_FOUND. */
export async function setQueueMedia(
  scope: Scope,
  { queueId, media }: { queueId: number; media: BotMedia | null },
): Promise<void> {
  requireCan(scope, canManageQueues);
  await scope.write(async (tx) => change(tx, await requireQueue(tx, queueId), mediaColumns(media)));
}

/** Renumbers all queues; `beforeId` null moves it to the end. Throws ERR_NO_QUEUE_FOUND. */
export async function moveQueue(
  scope: Scope,
  { queueId, beforeId }: { queueId: number; beforeId: number | null },
): Promise<QueueView> {
  requireCan(scope, canManageQueues);
  return scope.write(async (tx) => {
    await requireQueue(tx, queueId);
    const audited = await auditChange(tx, 'queue.changed', queues, queueId);
    for (const [index, queue] of assigned(await listQueues(tx), queueId, beforeId).entries()) {
      const orderQueue = index + 1;
      if (queue.orderQueue === orderQueue) continue;
      await tx.db.update(queues).set({ orderQueue, updatedAt: tx.now() }).where(eq(queues.id, queue.id));
      tx.emit('queue.updated', { queueId: queue.id });
    }
    await audited();
    return getQueue(tx, queueId);
  });
}

export async function deleteQueue(scope: Scope, { queueId }: { queueId: number }): Promise<void> {
  requireCan(scope, canManageQueues);
  await scope.write(async (tx) => {
    const row = await requireQueue(tx, queueId);
    const files = [row.mediaPath, ...(await listOptionMedia(tx, queueId))].filter(Boolean);
    await auditGone(tx, 'queue.deleted', queues, queueId);
    await tx.kernel.steps.take(tx, 'queue.deleting', { queueId });
    await deleteInParts(tx, queues, queueId);
    removeMediaAfter(tx, files);
    tx.emit('queue.deleted', { queueId });
  });
}

export async function forgetIntegration(tx: Scope, integrationId: number): Promise<void> {
  const changed = await tx.db
    .update(queues)
    .set({ integrationId: null, updatedAt: tx.now() })
    .where(eq(queues.integrationId, integrationId))
    .returning({ id: queues.id });
  for (const { id: queueId } of changed) tx.emit('queue.updated', { queueId });
}

/** Pages show hexadecimal colours; `red` is stored as `#ff0000`. Throws InvalidInput on `color`. */
function hexOf(color: string): string {
  const hex = color.startsWith('#') ? color : Bun.color(color.toLowerCase(), 'hex');
  if (!hex?.startsWith('#')) throw new InvalidInput({ color: 'validation:invalid' });
  return hex;
}

/** Names that differ only in case or accents, and colours only in case, would be confused. */
async function requireUnique(tx: Scope, { name, color }: QueuePatch, exceptId = 0): Promise<void> {
  const all = await tx.db.select({ id: queues.id, name: queues.name, color: queues.color }).from(queues);
  const others = all.filter(({ id }) => id !== exceptId);
  if (name !== undefined && others.some((other) => searchable(other.name) === searchable(name)))
    throw new AppError('ERR_QUEUE_NAME_ALREADY_EXISTS');
  if (color !== undefined && others.some((other) => isSameColor(other.color, color)))
    throw new AppError('ERR_QUEUE_COLOR_ALREADY_EXISTS');
}

const isSameColor = (one: string, other: string) => shownColor(one) === shownColor(other);
const shownColor = (color: string) => Bun.color(color, 'hex') ?? color.toLowerCase();

async function change(tx: Scope, row: QueueRow, values: Partial<QueueRow>): Promise<void> {
  const audited = await auditChange(tx, 'queue.changed', queues, row.id);
  await tx.db
    .update(queues)
    .set({ ...values, updatedAt: tx.now() })
    .where(eq(queues.id, row.id));
  await audited();
  if (values.mediaPath !== undefined && row.mediaPath) removeMediaAfter(tx, [row.mediaPath]);
  tx.emit('queue.updated', { queueId: row.id });
}

function toColumns({ greetingMessage, outOfHoursMessage, ...columns }: QueuePatch) {
  return {
    ...columns,
    ...(greetingMessage !== undefined && { greetingMessage: storable(greetingMessage) }),
    ...(outOfHoursMessage !== undefined && { outOfHoursMessage: storable(outOfHoursMessage) }),
  };
}

export function mediaColumns(media: BotMedia | null) {
  return { mediaPath: media?.key ?? '', mediaName: media?.name ?? '', mediaMime: media?.mime ?? '' };
}
