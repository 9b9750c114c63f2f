import { webhookLanes, webhooks } from '@db/tenant/schema/index.ts';
import { and, asc, eq, lte } from 'drizzle-orm';
import { isLaneWaiting } from '@/kernel/later-work.ts';
import type { Scope } from '@/kernel/scope.ts';
import type { WebhookRow } from '../webhooks.queries.ts';

export interface WebhookWork {
  /** Tries what is due of the conversations of one slot, one after the other. */
  'webhook.deliver': { webhookId: number; slot: number };
}
declare module '@/kernel/outbox.ts' {
  interface OutboxKinds extends WebhookWork {}
}

/** So many requests to one receiver at a time. */
export const SLOTS = 4;
/** After so many failures in a row the whole receiver is left alone, and then asked by one request at a time. */
export const FAILURES_TO_REST = 3;

type Standing = Pick<WebhookRow, 'id' | 'isActive' | 'pausedAt' | 'failuresInARow'>;

export const isOn = ({ isActive, pausedAt }: Standing) => isActive && pausedAt === null;
export const isResting = ({ failuresInARow }: Standing) => failuresInARow >= FAILURES_TO_REST;

/** A conversation that waits for its next try keeps its time. */
export async function addToLane(tx: Scope, hook: Standing, lane: string): Promise<void> {
  const slot = slotOf(lane);
  await tx.db
    .insert(webhookLanes)
    .values({ webhookId: hook.id, lane, slot, dueAt: tx.now() })
    .onConflictDoNothing();
  if (isOn(hook) && !isResting(hook)) await wakeSlot(tx, hook.id, slot);
}

/** One row for each slot, however much waits: what is due is read from the lanes. */
export async function wakeSlot(tx: Scope, webhookId: number, slot: number): Promise<void> {
  const lane = `webhook:${webhookId}:${slot}`;
  if (await isLaneWaiting(tx, lane)) return;
  await tx.kernel.outbox.add(tx, lane, 'webhook.deliver', { webhookId, slot });
}

export async function wakeAllSlots(tx: Scope, webhookId: number): Promise<void> {
  const due = await tx.db
    .selectDistinct({ slot: webhookLanes.slot })
    .from(webhookLanes)
    .where(and(eq(webhookLanes.webhookId, webhookId), lte(webhookLanes.dueAt, tx.now())));
  for (const { slot } of due) await wakeSlot(tx, webhookId, slot);
}

/** All that waits is due now. */
export async function startAfresh(tx: Scope, webhookId: number): Promise<void> {
  const fresh = { failingSince: null, failuresInARow: 0, restsUntil: null };
  await tx.db.update(webhooks).set(fresh).where(eq(webhooks.id, webhookId));
  await tx.db.update(webhookLanes).set({ dueAt: tx.now() }).where(eq(webhookLanes.webhookId, webhookId));
  await wakeAllSlots(tx, webhookId);
}

/** The conversation of that slot that is due longest. */
export async function dueLane(
  scope: Scope,
  webhookId: number,
  slot: number,
): Promise<{ lane: string } | undefined> {
  const [row] = await scope.db
    .select({ lane: webhookLanes.lane })
    .from(webhookLanes)
    .where(
      and(
        eq(webhookLanes.webhookId, webhookId),
        eq(webhookLanes.slot, slot),
        lte(webhookLanes.dueAt, scope.now()),
      ),
    )
    .orderBy(asc(webhookLanes.dueAt))
    .limit(1);
  return row;
}

/** FNV-1a: conversations spread evenly over the slots. */
function slotOf(lane: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(lane)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash % SLOTS;
}
