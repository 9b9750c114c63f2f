import { defineModule } from '@/kernel/module.ts';

export const machines = defineModule({ name: 'machines' });
