import { defineModule } from '@/kernel/module.ts';

export const mail = defineModule({ name: 'mail' });
