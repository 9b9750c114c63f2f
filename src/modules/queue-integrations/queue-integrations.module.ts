import { defineModule } from '@/kernel/module.ts';

export const queueIntegrations = defineModule({ name: 'queue-integrations' });
