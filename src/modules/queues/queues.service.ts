import { queues } from '@db/tenant/schema/index.ts';
import { count, eq, max } from 'drizzle-orm';
import { auditChange, auditGone, auditNew } from '@/kernel/audit-rows.ts';
import { deleteInParts } from '@/kernel/db/delete-in-parts.ts';
import { searchable } from '@/kernel/db/search.ts';
import { storable } from '@/kernel/db/text.ts';
import { AppError, InvalidInput } from '@/kernel/errors.ts';
import { requireCan } from '@/kernel/policy.ts';
import { removeMediaAfter } from '@/kernel/remove-media.ts';
import type { Scope } from '@/kernel/scope.ts';
import { getPlanOf } from '@/modules/companies/companies.queries.ts';
import { requireRoomInPlan } from '@/modules/companies/plan-limits.ts';
import { DEFAULT_HOURS, keepSecondRanges } from '@/service-hours.schema.ts';
import { requireKnownMachines } from './machine-choices.ts';
import { listOptionMedia } from './options/queue-options.queries.ts';
import { canManageQueues } from './queues.policy.ts';
import { getQueue, listQueues, type QueueRow, requireQueue } from './queues.queries.ts';
import type { QueueInput, QueuePatch } from './queues.schema.ts';
import type { QueueView } from './queues.views.ts';
import { placed } from './siblings.ts';

declare module '@/kernel/steps.ts' {
  interface StepMap {
    'queue.deleting': { queueId: number };
  }
}

export type BotMedia = { key: string; name: string; mime: string };

/** It comes last unless it is given a place. Throws ERR_LIMIT_REACHED, ERR_QUEUE_NAME_ALREADY_EXISTS, ERR_QUEUE_COLOR_ALREADY_EXISTS. */
export async function createQueue(
  scope: Scope,
  { media = null, ...given }: QueueInput & { media?: BotMedia | null },
): Promise<QueueView> {
  requireCan(scope, canManageQueues);
  const input = { ...given, color: hexOf(given.color) };
  const plan = await getPlanOf(scope.kernel, scope.companyId);
  return scope.write(async (tx) => {
    const [known] = await tx.db.select({ n: count(), last: max(queues.orderQueue) }).from(queues);
    requireRoomInPlan(plan, 'queues', known?.n ?? 0);
    await requireUnique(tx, input);
    await requireKnownMachines(tx, input);
    const [row] = await tx.db
      .insert(queues)
      .values({
        ...toColumns(input),
        schedules: input.schedules ?? DEFAULT_HOURS,
        ...mediaColumns(media),
        name: input.name,
        color: input.color,
        orderQueue: input.orderQueue ?? (known?.last ?? 0) + 1,
      })
      .returning({ id: queues.id });
    if (!row) throw new AppError('ERR_INTERNAL');
    await auditNew(tx, 'queue.created', queues, row.id);
    tx.emit('queue.updated', { queueId: row.id });
    return getQueue(tx, row.id);
  });
}

/** What is left out stays; `media` null removes the file. Throws ERR_NO_QUEUE_FOUND, and as `createQueue`. */
export async function updateQueue(
  scope: Scope,
  { queueId, media, ...given }: QueuePatch & { queueId: number; media?: BotMedia | null },
): Promise<QueueView> {
  requireCan(scope, canManageQueues);
  const patch = given.color === undefined ? given : { ...given, color: hexOf(given.color) };
  return scope.write(async (tx) => {
    const row = await requireQueue(tx, queueId);
    await requireUnique(tx, patch, queueId);
    await requireKnownMachines(tx, patch, row);
    const { schedules } = patch;
    await change(tx, row, {
      ...toColumns(patch),
      ...(schedules && { schedules: keepSecondRanges(row.schedules, schedules) }),
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

/** Numbers all queues anew; `beforeId` null moves it to the end. Throws ERR_NO_QUEUE_FOUND. */
export async function moveQueue(
  scope: Scope,
  { queueId, beforeId }: { queueId: number; beforeId: number | null },
): Promise<QueueView> {
  requireCan(scope, canManageQueues);
  return scope.write(async (tx) => {
    await requireQueue(tx, queueId);
    const audited = await auditChange(tx, 'queue.changed', queues, queueId);
    for (const [index, queue] of placed(await listQueues(tx), queueId, beforeId).entries()) {
      const orderQueue = index + 1;
      if (queue.orderQueue === orderQueue) continue;
      await tx.db.update(queues).set({ orderQueue, updatedAt: tx.now() }).where(eq(queues.id, queue.id));
      tx.emit('queue.updated', { queueId: queue.id });
    }
    await audited();
    return getQueue(tx, queueId);
  });
}

/** Its tickets lose it and stay. Throws ERR_NO_QUEUE_FOUND. */
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

/** An integration is going: queues answer by their menus again. */
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

/** Names that differ only in case or accents, and colours only in case, would be mistaken for each other. */
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
