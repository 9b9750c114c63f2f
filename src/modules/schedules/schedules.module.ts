import { defineModule } from '@/kernel/module.ts';

export const schedules = defineModule({ name: 'schedules' });
