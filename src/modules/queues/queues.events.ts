import type { Listener } from '@/core/events.ts';
import type { Scope } from '@/core/scope.ts';
import { canManageQueues, canReadQueues } from './queues.policy.ts';
import { findQueue } from './queues.queries.ts';

export interface QueueEvents {
  'queue.updated': { queueId: number };
  'queue.deleted': { queueId: number };
  'queue.options': { queueId: number };
}
declare module '@/core/events.ts' {
  interface EventMap extends QueueEvents {}
}

export const publishQueueUpdated: Listener<'queue.updated'> = async (scope, { queueId }) => {
  if (!scope.kernel.hub.hasListeners(scope.companyId)) return;
  const queue = await findQueue(scope, queueId);
  if (queue) publish(scope, { action: 'update', queue });
};

export const publishQueueDeleted: Listener<'queue.deleted'> = (scope, { queueId }) =>
  publish(scope, { action: 'delete', queueId });

export const publishOptionsChanged: Listener<'queue.options'> = (scope, { queueId }) =>
  scope.kernel.hub.deliver(scope.companyId, {
    channel: 'queueOptions',
    data: { action: 'update', queueId },
    canReceive: (actor) => canManageQueues(actor),
  });

function publish(scope: Scope, data: unknown): void {
  const canReceive = canReadQueues;
  scope.kernel.hub.deliver(scope.companyId, {
    channel: 'queue',
    data,
    canReceive: (actor) => canReceive(actor),
  });
}
