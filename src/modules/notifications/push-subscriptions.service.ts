import { outbox, pushSubscriptions } from '@db/tenant/schema/index.ts';
import { and, desc, eq, isNull, notInArray } from 'drizzle-orm';
import { requireUser } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { openSessionsOf } from '@/modules/auth/sessions/own-sessions.service.ts';
import type { PushSubscriptionInput } from './notification-inputs.schema.ts';

declare module '@/core/queue/outbox.ts' {
  interface OutboxKinds {
    /** `ticketId` null is the test notification. */
    'push.send': { subscriptionId: number; ticketId: number | null };
  }
}

const MAX_BROWSERS = 10;

export async function subscribeToPush(scope: Scope, input: PushSubscriptionInput): Promise<{ id: number }> {
  const { id: userId, session } = requireUser(scope);
  const own = { userId, session, locale: scope.locale, ...input.keys };
  const open = await openSessionsOf(scope.kernel, { companyId: scope.companyId, userId });
  return scope.write(async (tx) => {
    // A subscription of an ended session belongs to a browser that the person has left.
    const sessions = [session, ...open.map(({ idHash }) => idHash)];
    const left = and(eq(pushSubscriptions.userId, userId), notInArray(pushSubscriptions.session, sessions));
    await tx.db.delete(pushSubscriptions).where(left);
    const [row] = await tx.db
      .insert(pushSubscriptions)
      .values({ endpoint: input.endpoint, ...own, createdAt: tx.now(), updatedAt: tx.now() })
      .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: { ...own, updatedAt: tx.now() } })
      .returning({ id: pushSubscriptions.id });
    await dropOldest(tx, userId);
    return { id: row?.id ?? 0 };
  });
}

async function dropOldest(tx: Scope, userId: number): Promise<void> {
  const own = eq(pushSubscriptions.userId, userId);
  const known = tx.db
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(own)
    .orderBy(desc(pushSubscriptions.updatedAt), desc(pushSubscriptions.id))
    .limit(MAX_BROWSERS);
  await tx.db.delete(pushSubscriptions).where(and(own, notInArray(pushSubscriptions.id, known)));
}

export async function unsubscribeFromPush(scope: Scope, { endpoint }: { endpoint: string }): Promise<void> {
  const { id: userId } = requireUser(scope);
  const own = and(eq(pushSubscriptions.endpoint, endpoint), eq(pushSubscriptions.userId, userId));
  await scope.write((tx) => tx.db.delete(pushSubscriptions).where(own));
}

export async function sendTestPush(scope: Scope): Promise<{ sent: number }> {
  const { id: userId } = requireUser(scope);
  return scope.write(async (tx) => {
    const own = await tx.db.query.pushSubscriptions.findMany({ where: eq(pushSubscriptions.userId, userId) });
    for (const { id } of own) await addPush(tx, userId, { subscriptionId: id, ticketId: null });
    return { sent: own.length };
  });
}

/** At most one waiting row per browser and ticket: it reads the current state when it runs. */
export async function addPush(
  tx: Scope,
  userId: number,
  payload: { subscriptionId: number; ticketId: number | null },
): Promise<void> {
  const queueKey = `push:${userId}:${payload.subscriptionId}`;
  const waiting = await tx.db
    .select({ payload: outbox.payload })
    .from(outbox)
    .where(and(eq(outbox.queueKey, queueKey), isNull(outbox.parkedAt)));
  const isWaiting = waiting.some((row) => (row.payload as typeof payload).ticketId === payload.ticketId);
  if (!isWaiting) await tx.kernel.outbox.add(tx, queueKey, 'push.send', payload);
}
