import { defineModule } from '@/kernel/module.ts';

export const prompts = defineModule({ name: 'prompts' });
