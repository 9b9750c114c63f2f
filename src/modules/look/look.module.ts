import { defineModule } from '@/kernel/module.ts';

export const look = defineModule({ name: 'look' });
