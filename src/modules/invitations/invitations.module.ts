import { defineModule } from '@/kernel/module.ts';

export const invitations = defineModule({ name: 'invitations' });
