import { defineModule } from '@/kernel/module.ts';

export const passwordReset = defineModule({ name: 'password-reset' });
