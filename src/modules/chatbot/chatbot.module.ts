import { defineModule } from '@/kernel/module.ts';
import { afterMove, answerArrival } from './chatbot.service.ts';
import { assignAtOnce } from './clock/assign-tickets.ts';
import { clockChores } from './clock/clock.chores.ts';
import { sayFarewell } from './rating/farewell.ts';
import { joinRatings, partRatings } from './rating/merged-ratings.ts';
import { keepForRating } from './rating/rate.ts';

export const chatbot = defineModule<{ outbox: 'ticket.farewell' }>({
  name: 'chatbot',
  steps: {
    'message.arrived': answerArrival,
    'ticket.moved': afterMove,
    'ticket.reopening': keepForRating,
    'tickets.joining': joinRatings,
    'tickets.parting': partRatings,
  },
  outbox: { 'ticket.farewell': sayFarewell },
  hears: {
    'ticket.created': assignAtOnce,
    'ticket.updated': assignAtOnce,
    'user.updated': assignAtOnce,
  },
  chores: clockChores,
});
