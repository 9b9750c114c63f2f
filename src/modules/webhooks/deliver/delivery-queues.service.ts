import { webhookQueues, webhooks } from '@db/tenant/schema/index.ts';
import { and, asc, eq, lte } from 'drizzle-orm';
import { isQueueWaiting } from '@/core/queue/outbox-pending.ts';
import type { Scope } from '@/core/scope.ts';
import type { WebhookRow } from '../webhooks.queries.ts';

export interface WebhookWork {
  'webhook.deliver': { webhookId: number; slot: number };
}
declare module '@/core/queue/outbox.ts' {
  interface OutboxKinds extends WebhookWork {}
}

export const SLOTS = 4;
/** After this many failures in a row the receiver is paused, then tried by one request at a time. */
export const FAILURES_TO_PAUSE = 3;

type Status = Pick<WebhookRow, 'id' | 'isActive' | 'pausedAt' | 'failuresInARow'>;

export const isOn = ({ isActive, pausedAt }: Status) => isActive && pausedAt === null;
export const isBackingOff = ({ failuresInARow }: Status) => failuresInARow >= FAILURES_TO_PAUSE;

export async function addToQueue(tx: Scope, hook: Status, queueKey: string): Promise<void> {
  const slot = slotOf(queueKey);
  await tx.db
    .insert(webhookQueues)
    .values({ webhookId: hook.id, queueKey, slot, dueAt: tx.now() })
    .onConflictDoNothing();
  if (isOn(hook) && !isBackingOff(hook)) await wakeSlot(tx, hook.id, slot);
}

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
  const fresh = { failingSince: null, failuresInARow: 0, pausedUntil: null };
  await tx.db.update(webhooks).set(fresh).where(eq(webhooks.id, webhookId));
  await tx.db.update(webhookQueues).set({ dueAt: tx.now() }).where(eq(webhookQueues.webhookId, webhookId));
  await wakeAllSlots(tx, webhookId);
}

export async function dueQueue(
  scope: Scope,
  webhookId: number,
  slot: number,
): Promise<{ queueKey: string } | undefined> {
  const [row] = await scope.db
    .select({ queueKey: webhookQueues.queueKey })
    .from(webhookQueues)
    .where(
      and(
        eq(webhookQueues.webhookId, webhookId),
        eq(webhookQueues.slot, slot),
        lte(webhookQueues.dueAt, scope.now()),
      ),
    )
    .orderBy(asc(webhookQueues.dueAt))
    .limit(1);
  return row;
}

/** FNV-1a: conversations spread evenly over the slots. */
function slotOf(queueKey: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(queueKey)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash % SLOTS;
}
