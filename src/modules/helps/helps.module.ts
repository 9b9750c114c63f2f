import { defineModule } from '@/kernel/module.ts';

export const helps = defineModule({ name: 'helps' });
