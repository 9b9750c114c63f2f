import { userQueues } from '@db/tenant/schema/index.ts';
import { and, eq, sql } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';

/** Moves the user to the end of the queue without using the clock, which may be set back. */
export async function takeSlot(
  tx: Scope,
  { userId, queueId }: { userId: number; queueId: number },
): Promise<void> {
  const latest = sql`(select max(assigned_at) + 1 from user_queues where queue_id = ${queueId})`;
  await tx.db
    .update(userQueues)
    .set({ assignedAt: sql`max(${tx.now().getTime()}, coalesce(${latest}, 0))` })
    .where(and(eq(userQueues.userId, userId), eq(userQueues.queueId, queueId)));
}
