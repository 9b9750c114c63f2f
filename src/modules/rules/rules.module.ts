import { defineModule } from '@/kernel/module.ts';

export const rules = defineModule({ name: 'rules' });
