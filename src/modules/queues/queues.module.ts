import { queueOptions, queues as rows } from '@db/tenant/schema/index.ts';
import { defineModule } from '@/core/module.ts';
import { isAdmin } from '@/core/policy.ts';
import { queuePaths } from '@/paths.ts';
import { queueOptionsEndpoints } from './options/queue-options.endpoints.ts';
import { findOptionMedium } from './options/queue-options.queries.ts';
import { queuesEndpoints } from './queues.endpoints.ts';
import { liveQueue, publishOptionsChanged, type QueueEvents } from './queues.events.ts';
import { queuesPages } from './queues.pages.tsx';
import { findQueueMedium } from './queues.queries.ts';

const errors = {
  ERR_NO_QUEUE_FOUND: 404,
  ERR_NO_QUEUE_OPTION_FOUND: 404,
  ERR_QUEUE_NAME_ALREADY_EXISTS: 409,
  ERR_QUEUE_COLOR_ALREADY_EXISTS: 409,
} as const;
type Errors = typeof errors;
declare module '@/core/errors.ts' {
  interface ErrorStatuses extends Errors {}
}

export const queues = defineModule<{ errors: keyof Errors; events: keyof QueueEvents }>({
  name: 'queues',
  errors,
  endpoints: [...queuesEndpoints, ...queueOptionsEndpoints],
  pages: queuesPages,
  menu: [
    {
      key: 'queues',
      label: 'queues:title',
      href: queuePaths.list(),
      icon: 'list-tree',
      section: 'channels',
      position: 20,
      isFor: isAdmin,
    },
  ],
  listeners: {
    'queue.updated': liveQueue.updated,
    'queue.deleted': liveQueue.deleted,
    'queue.options': publishOptionsChanged,
  },
  media: [
    { column: rows.mediaPath, find: findQueueMedium },
    { column: queueOptions.mediaPath, find: findOptionMedium },
  ],
});
