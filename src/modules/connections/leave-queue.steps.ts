import { connectionQueues, connections } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import type { StepMap } from '@/core/steps.ts';

export async function leaveQueue(tx: Scope, { queueId }: StepMap['queue.deleting']): Promise<void> {
  const offering = await tx.db
    .delete(connectionQueues)
    .where(eq(connectionQueues.queueId, queueId))
    .returning({ id: connectionQueues.connectionId });
  const passing = await tx.db
    .update(connections)
    .set({ transferQueueId: null, updatedAt: tx.now() })
    .where(eq(connections.transferQueueId, queueId))
    .returning({ id: connections.id });
  for (const connectionId of new Set([...offering, ...passing].map(({ id }) => id)))
    tx.emit('connection.updated', { connectionId });
}
