import type { Listener } from '@/kernel/bus.ts';
import type { Scope } from '@/kernel/scope.ts';
import { canManageQueues, canReadQueues } from './queues.policy.ts';
import { findQueue } from './queues.queries.ts';

export interface QueueEvents {
  /** Also a new one. */
  'queue.updated': { queueId: number };
  'queue.deleted': { queueId: number };
  'queue.options': { queueId: number };
}
declare module '@/kernel/bus.ts' {
  interface EventMap extends QueueEvents {}
}

export const tellQueueUpdated: Listener<'queue.updated'> = async (scope, { queueId }) => {
  if (!scope.kernel.hub.hasListeners(scope.companyId)) return;
  const queue = await findQueue(scope, queueId);
  if (queue) tell(scope, { action: 'update', queue });
};

export const tellQueueDeleted: Listener<'queue.deleted'> = (scope, { queueId }) =>
  tell(scope, { action: 'delete', queueId });

/** For editors that are open elsewhere. */
export const tellOptionsChanged: Listener<'queue.options'> = (scope, { queueId }) =>
  scope.kernel.hub.deliver(scope.companyId, {
    channel: 'queueOptions',
    data: { action: 'update', queueId },
    canHear: (actor) => canManageQueues(actor),
  });

function tell(scope: Scope, data: unknown): void {
  const canHear = canReadQueues;
  scope.kernel.hub.deliver(scope.companyId, { channel: 'queue', data, canHear: (actor) => canHear(actor) });
}
