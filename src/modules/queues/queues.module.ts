import { defineModule } from '@/kernel/module.ts';
import { queuesEndpoints } from './queues.endpoints.ts';
import { type QueuesErrors, queuesErrors } from './queues.errors.ts';

export const queues = defineModule<{ errors: keyof QueuesErrors }>({
  name: 'queues',
  errors: queuesErrors,
  endpoints: queuesEndpoints,
});
