import { defineModule } from '@/kernel/module.ts';
import { queuesEndpoints } from './queues.endpoints.ts';

const errors = {
  ERR_NO_QUEUE_FOUND: 404,
  ERR_QUEUE_COLOR_ALREADY_EXISTS: 409,
} as const;
type Errors = typeof errors;
declare module '@/kernel/errors.ts' {
  interface ErrorStatuses extends Errors {}
}

export const queues = defineModule<{ errors: keyof Errors }>({
  name: 'queues',
  errors,
  endpoints: queuesEndpoints,
});
