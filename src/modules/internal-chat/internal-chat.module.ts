import { defineModule } from '@/kernel/module.ts';

export const internalChat = defineModule({ name: 'internal-chat' });
