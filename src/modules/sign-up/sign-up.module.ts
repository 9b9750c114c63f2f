import { defineModule } from '@/kernel/module.ts';

export const signUp = defineModule({ name: 'sign-up' });
