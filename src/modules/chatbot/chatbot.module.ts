import { defineModule } from '@/kernel/module.ts';
import { assignAtOnce } from './clock/assign-tickets.ts';
import { clockChores } from './clock/clock.chores.ts';

export const chatbot = defineModule({
  name: 'chatbot',
  hears: {
    'ticket.created': assignAtOnce,
    'ticket.updated': assignAtOnce,
    'user.updated': assignAtOnce,
  },
  chores: clockChores,
});
