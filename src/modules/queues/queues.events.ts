import type { Listener } from '@/core/events.ts';
import { liveRecord } from '@/core/realtime/live-record.ts';
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

export const liveQueue = liveRecord({
  ...{ channel: 'queue', id: 'queueId', record: 'queue' },
  find: findQueue,
  canReceive: canReadQueues,
});

export const publishOptionsChanged: Listener<'queue.options'> = (scope, { queueId }) =>
  scope.kernel.hub.deliver(scope.companyId, {
    channel: 'queueOptions',
    data: { action: 'update', queueId },
    canReceive: (actor) => canManageQueues(actor),
  });
