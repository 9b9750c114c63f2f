import { defineModule } from '@/kernel/module.ts';

export const campaigns = defineModule({ name: 'campaigns' });
