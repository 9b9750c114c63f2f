import { userQueues } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import type { StepMap } from '@/core/steps.ts';

/** Updates open sockets at once; a new queue with the same id must not find old members there. */
export async function leaveQueue(tx: Scope, { queueId }: StepMap['queue.deleting']): Promise<void> {
  const members = await tx.db
    .delete(userQueues)
    .where(eq(userQueues.queueId, queueId))
    .returning({ userId: userQueues.userId });
  for (const { userId } of members) tx.emit('user.updated', { userId });
}
