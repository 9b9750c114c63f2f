import { tickets as rows } from '@db/tenant/schema/index.ts';
import { defineModule } from '@/core/module.ts';
import { anyone } from '@/core/policy.ts';
import { paths } from '@/paths.ts';
import { clientFollows } from './follow/client-follows.listener.ts';
import {
  type HistoryEvents,
  publishNoteCreated,
  publishNoteDeleted,
  publishNoteUpdated,
  publishTicketEvent,
} from './history/history.events.ts';
import { ticketDrawerPages } from './history/ticket-drawer.pages.tsx';
import { ticketHistoryPages } from './history/ticket-history.pages.tsx';
import { mergeTickets } from './merge/merge-tickets.steps.ts';
import { noteTickets, noteTicketsLeft, partTickets } from './merge/undo-merge-tickets.steps.ts';
import { newTicketPages } from './open/new-ticket.pages.tsx';
import { presenceMessages } from './presence/presence-messages.listener.ts';
import { watchTicketPresence } from './presence/ticket-presence.state.ts';
import { ticketsEndpoints } from './tickets.endpoints.ts';
import {
  publishTicketDeleted,
  publishTicketRead,
  publishTicketUpdated,
  type TicketEvents,
} from './tickets.events.ts';
import { publishTicketsDeleted } from './work/delete-ticket.service.ts';
import { leaveIntegration } from './work/leave-integration.steps.ts';
import { leaveQueue } from './work/leave-queue.steps.ts';
import { returnTicketsOf } from './work/return-tickets.steps.ts';
import { snoozeDueAt, wakeSnoozedTickets } from './work/snooze-ticket.service.ts';
import { ticketDialogsPages } from './work/ticket-dialogs.pages.tsx';
import { undoChange } from './work/ticket-undo.service.ts';

const errors = {
  ERR_NO_TICKET_FOUND: 404,
  ERR_NO_NOTE_FOUND: 404,
  ERR_OTHER_OPEN_TICKET: 409,
  ERR_TICKET_ALREADY_ACCEPTED: 409,
  ERR_TICKET_ELSEWHERE: 409,
  ERR_CREATING_TICKET: 500,
} as const;
type Errors = typeof errors;
declare module '@/core/errors.ts' {
  interface ErrorStatuses extends Errors {}
}

export const tickets = defineModule<{
  errors: keyof Errors;
  events: keyof (TicketEvents & HistoryEvents);
  undo: 'tickets.change';
  services: 'ticketPresence';
}>({
  name: 'tickets',
  errors,
  services: { ticketPresence: () => new WeakMap() },
  endpoints: ticketsEndpoints,
  pages: [...newTicketPages, ...ticketDialogsPages, ...ticketDrawerPages, ...ticketHistoryPages],
  menu: [
    {
      key: 'tickets',
      label: 'tickets:title',
      href: paths.tickets(),
      icon: 'message-circle',
      section: 'tickets',
      position: 10,
      isFor: anyone,
    },
  ],
  listeners: {
    'ticket.created': publishTicketUpdated,
    'ticket.updated': publishTicketUpdated,
    'ticket.read': publishTicketRead,
    'ticket.deleted': publishTicketDeleted,
    'ticket.event': publishTicketEvent,
    'note.created': publishNoteCreated,
    'note.updated': publishNoteUpdated,
    'note.deleted': publishNoteDeleted,
  },
  pageMessages: (kernel) => presenceMessages(watchTicketPresence(kernel).onFrame),
  clientMessages: clientFollows,
  undo: { 'tickets.change': undoChange },
  steps: {
    'queue.deleting': leaveQueue,
    'integration.deleting': leaveIntegration,
    'contact.deleting': publishTicketsDeleted,
    'contacts.merging': mergeTickets,
    'contacts.merge.noting': noteTickets,
    'contacts.merge.noted': noteTicketsLeft,
    'contacts.parting': partTickets,
    'user.deleting': returnTicketsOf,
  },
  companyJobs: [{ name: 'snooze', tables: [rows], dueAt: snoozeDueAt, run: wakeSnoozedTickets }],
});
