import { defineModule } from '@/kernel/module.ts';

export const chatbot = defineModule({ name: 'chatbot' });
