import { defineModule } from '@/kernel/module.ts';

export const publicApi = defineModule({ name: 'public-api' });
