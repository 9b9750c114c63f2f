import { defineModule } from '@/kernel/module.ts';

export const webhooks = defineModule({ name: 'webhooks' });
