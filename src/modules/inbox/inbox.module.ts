import { defineModule } from '@/kernel/module.ts';

/** It hears WhatsApp only (`listener.ts`); here stands its rank. */
export const inbox = defineModule({ name: 'inbox' });
