import { defineModule } from '@/core/module.ts';
import { afterMove, answerArrival } from './chatbot.service.ts';
import { assignAtOnce } from './clock/assign-tickets.jobs.ts';
import { clockJobs } from './clock/clock.jobs.ts';
import { sendFarewell } from './rating/farewell.outbox.ts';
import { joinRatings, partRatings } from './rating/merged-ratings.steps.ts';
import { forgetRating, holdClosed } from './rating/rating.steps.ts';

export const chatbot = defineModule<{ outbox: 'ticket.farewell' }>({
  name: 'chatbot',
  steps: {
    'message.arrived': answerArrival,
    'ticket.moved': afterMove,
    'ticket.reopening': holdClosed,
    'attendance.resuming': forgetRating,
    'tickets.joining': joinRatings,
    'tickets.parting': partRatings,
  },
  outbox: { 'ticket.farewell': sendFarewell },
  subscriptions: {
    'ticket.created': assignAtOnce,
    'ticket.updated': assignAtOnce,
    'user.updated': assignAtOnce,
  },
  companyJobs: clockJobs,
});
