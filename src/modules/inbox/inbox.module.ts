import { defineModule } from '@/core/module.ts';

/** It only listens to WhatsApp (`inbox.listener.ts`); this entry fixes its position among the modules. */
export const inbox = defineModule({ name: 'inbox' });
