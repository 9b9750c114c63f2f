import { defineModule } from '@/kernel/module.ts';
import { answerArrival, askAnew } from './chatbot.service.ts';
import { assignAtOnce } from './clock/assign-tickets.ts';
import { clockChores } from './clock/clock.chores.ts';

export const chatbot = defineModule({
  name: 'chatbot',
  steps: { 'message.arrived': answerArrival, 'ticket.moved': askAnew },
  hears: {
    'ticket.created': assignAtOnce,
    'ticket.updated': assignAtOnce,
    'user.updated': assignAtOnce,
  },
  chores: clockChores,
});
