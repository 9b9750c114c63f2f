import { webhookDeliveries, webhookQueues, webhooks } from '@db/tenant/schema/index.ts';
import { and, asc, eq, inArray, lte, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { yieldToLoop } from '@/core/clock.ts';
import { parameter, tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import { isQueueWaiting } from '@/core/queue/outbox-pending.ts';
import { CLOSED, type RetryPolicy } from '@/core/queue/retry.ts';
import type { Scope } from '@/core/scope.ts';
import type { DeliveryRow, WebhookRow } from '../webhooks.queries.ts';

export interface WebhookWork {
  'webhook.deliver': { webhookId: number; slot: number };
}
declare module '@/core/queue/outbox.ts' {
  interface OutboxKinds extends WebhookWork {}
}

export const SLOTS = 4;
export const DELIVERIES_AT_ONCE = 500;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
export const GIVEN_UP_AFTER_MS = 72 * HOUR_MS;
export const QUEUE_RETRIES: RetryPolicy = {
  delaysMs: [
    ...[5_000, 30_000, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS],
    ...[HOUR_MS, 2 * HOUR_MS, 4 * HOUR_MS],
  ],
};
/** Half an hour at most, so that a recovery is soon noticed; a paused receiver is tried by one request at a time. */
export const RECEIVER_RETRIES = {
  threshold: 3,
  delaysMs: [15_000, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 30 * MINUTE_MS],
};

type Status = Pick<WebhookRow, 'id' | 'isActive' | 'pausedAt' | 'failuresInARow'>;

export const isOn = ({ isActive, pausedAt }: Status) => isActive && pausedAt === null;
export const isBackingOff = ({ failuresInARow }: Status) => failuresInARow >= RECEIVER_RETRIES.threshold;

export async function addToQueue(tx: Scope, hook: Status, queueKey: string): Promise<void> {
  const slot = slotOf(queueKey);
  await addQueue(tx.db, { webhookId: hook.id, queueKey, slot, dueAt: tx.now() });
  if (isOn(hook) && !isBackingOff(hook)) await wakeSlot(tx, hook.id, slot);
}

const addQueue = tenantStatement((db) =>
  db
    .insert(webhookQueues)
    .values({
      webhookId: sql.placeholder('webhookId'),
      queueKey: sql.placeholder('queueKey'),
      slot: sql.placeholder('slot'),
      dueAt: sql.placeholder('dueAt'),
    })
    .onConflictDoNothing(),
);

/** One row per slot: the due deliveries are read from the queue keys. */
export async function wakeSlot(tx: Scope, webhookId: number, slot: number): Promise<void> {
  const queueKey = `webhook:${webhookId}:${slot}`;
  if (await isQueueWaiting(tx, queueKey)) return;
  await tx.kernel.outbox.add(tx, queueKey, 'webhook.deliver', { webhookId, slot });
}

export async function wakeAllSlots(tx: Scope, webhookId: number): Promise<void> {
  const due = await tx.db
    .selectDistinct({ slot: webhookQueues.slot })
    .from(webhookQueues)
    .where(and(eq(webhookQueues.webhookId, webhookId), lte(webhookQueues.dueAt, tx.now())));
  for (const { slot } of due) await wakeSlot(tx, webhookId, slot);
}

export async function startAfresh(tx: Scope, webhookId: number): Promise<void> {
  const fresh = { failingSince: null, ...CLOSED };
  await tx.db.update(webhooks).set(fresh).where(eq(webhooks.id, webhookId));
  await tx.db.update(webhookQueues).set({ dueAt: tx.now() }).where(eq(webhookQueues.webhookId, webhookId));
  await wakeAllSlots(tx, webhookId);
}

export async function inParts(changeSome: () => Promise<{ id: number }[]>): Promise<void> {
  while ((await changeSome()).length === DELIVERIES_AT_ONCE) await yieldToLoop();
}

export function someOf({ db }: Scope, which: SQL | undefined): SQL {
  const { id } = webhookDeliveries;
  return inArray(id, db.select({ id }).from(webhookDeliveries).where(which).limit(DELIVERIES_AT_ONCE));
}

/** Failed instead, so that it can still be sent again from the log. */
export async function dropWaiting(tx: Scope, webhookId: number): Promise<void> {
  await inParts(() =>
    tx.db
      .update(webhookDeliveries)
      .set({ state: 'failed', error: 'switched_off' })
      .where(someOf(tx, and(eq(webhookDeliveries.webhookId, webhookId), isWaiting)))
      .returning({ id: webhookDeliveries.id }),
  );
  await tx.db.delete(webhookQueues).where(eq(webhookQueues.webhookId, webhookId));
}

/** Each belongs to another conversation, so one outbox row may send them all. */
const SENT_TOGETHER = 10;

/** The first delivery of each due conversation; null when it has none left. */
export function listDue(scope: Scope, webhookId: number, slot: number): Promise<Due[]> {
  return dueIn(scope.db, { webhookId, slot, now: scope.now() });
}

export type Due = { queueKey: string; delivery: DeliveryRow | null };

export async function isAnyDue(scope: Scope, webhookId: number, slot: number): Promise<boolean> {
  return (await firstDue(scope.db, { webhookId, slot, now: scope.now() })).length > 0;
}

/** A literal: the partial index is not used for a bound value. */
const isWaiting = sql`${webhookDeliveries.state} = 'waiting'`;

const firstWaiting = (queueKey: SQLWrapper) =>
  sql`(select min(${webhookDeliveries.id}) from ${webhookDeliveries}
    where ${webhookDeliveries.webhookId} = ${sql.placeholder('webhookId')}
    and ${webhookDeliveries.queueKey} = ${queueKey} and ${isWaiting})`;

const isDueInSlot = and(
  eq(webhookQueues.webhookId, sql.placeholder('webhookId')),
  eq(webhookQueues.slot, sql.placeholder('slot')),
  lte(webhookQueues.dueAt, parameter('now')),
);

const firstDue = tenantStatement((db) =>
  db.select({ slot: webhookQueues.slot }).from(webhookQueues).where(isDueInSlot).limit(1),
);

const dueIn = tenantStatement((db) =>
  db
    .select({ queueKey: webhookQueues.queueKey, delivery: webhookDeliveries })
    .from(webhookQueues)
    .leftJoin(webhookDeliveries, eq(webhookDeliveries.id, firstWaiting(webhookQueues.queueKey)))
    .where(isDueInSlot)
    .orderBy(asc(webhookQueues.dueAt))
    .limit(SENT_TOGETHER),
);

export async function setDue(tx: Scope, webhookId: number, queueKey: string, dueAt: Date): Promise<void> {
  await dueAgain(tx.db, { webhookId, queueKey, dueAt });
}

/** Its next delivery is due, or the queue ends. */
export async function advanceQueue(tx: Scope, webhookId: number, queueKey: string): Promise<void> {
  const ended = await endQueue(tx.db, { webhookId, queueKey });
  if (ended.length === 0) await setDue(tx, webhookId, queueKey, tx.now());
}

const isQueue = and(
  eq(webhookQueues.webhookId, sql.placeholder('webhookId')),
  eq(webhookQueues.queueKey, sql.placeholder('queueKey')),
);

const dueAgain = tenantStatement((db) =>
  db
    .update(webhookQueues)
    .set({ dueAt: parameter('dueAt') })
    .where(isQueue),
);

const endQueue = tenantStatement((db) =>
  db
    .delete(webhookQueues)
    .where(and(isQueue, sql`${firstWaiting(sql.placeholder('queueKey'))} is null`))
    .returning({ slot: webhookQueues.slot }),
);

/** FNV-1a: conversations spread evenly over the slots. */
function slotOf(queueKey: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(queueKey)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash % SLOTS;
}
