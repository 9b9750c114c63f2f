import { defineModule } from '@/kernel/module.ts';

export const messageApi = defineModule({ name: 'message-api' });
