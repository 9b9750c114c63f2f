import { z } from 'zod';
import { endpoint } from '@/kernel/http/route.ts';
import { getQueue, listQueues } from './queues.queries.ts';
import { Queue } from './queues.views.ts';

declare module '@/kernel/http/route.ts' {
  interface World {
    queueId: number;
  }
}

export const queuesEndpoints = [
  endpoint('GET /queue', {
    access: 'person',
    summary: 'All queues in their order',
    reply: z.array(Queue),
    run: (scope) => listQueues(scope),
  }),
  endpoint('GET /queue/:queueId', {
    access: 'person',
    summary: 'One queue',
    reply: Queue,
    errors: ['ERR_NO_QUEUE_FOUND'],
    run: (scope, { queueId }) => getQueue(scope, queueId),
  }),
];
