import { defineModule } from '@/kernel/module.ts';
import { queuesEndpoints } from './queues.endpoints.ts';

export const queues = defineModule({ name: 'queues', endpoints: queuesEndpoints });
