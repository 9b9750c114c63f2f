import { defineModule } from '@/kernel/module.ts';

export const billing = defineModule({ name: 'billing' });
