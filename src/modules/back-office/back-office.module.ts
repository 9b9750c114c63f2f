import { defineModule } from '@/kernel/module.ts';

export const backOffice = defineModule({ name: 'back-office' });
