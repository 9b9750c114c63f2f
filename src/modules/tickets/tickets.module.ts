import { tickets as rows } from '@db/tenant/schema/index.ts';
import { defineModule } from '@/kernel/module.ts';
import { anyone } from '@/kernel/policy.ts';
import { paths } from '@/paths.ts';
import { clientFollows } from './follow/client-follows.ts';
import { auditPages } from './history/audit.pages.tsx';
import {
  type HistoryEvents,
  publishNoteCreated,
  publishNoteDeleted,
  publishTicketEvent,
} from './history/history.events.ts';
import { ticketDrawerPages } from './history/ticket-drawer.pages.tsx';
import { presenceMessages } from './presence/presence-messages.ts';
import { watchTicketPresence } from './presence/ticket-presence.ts';
import { ticketsEndpoints } from './tickets.endpoints.ts';
import {
  publishTicketDeleted,
  publishTicketRead,
  publishTicketUpdated,
  type TicketEvents,
} from './tickets.events.ts';
import { publishTicketsDeleted } from './work/delete-ticket.ts';
import { leaveIntegration } from './work/leave-integration.ts';
import { leaveQueue } from './work/leave-queue.ts';
import { mergeTickets } from './work/merge-tickets.ts';
import { newTicketPages } from './work/new-ticket.pages.tsx';
import { noteTickets, noteTicketsLeft, partTickets } from './work/part-tickets.ts';
import { returnTicketsOf } from './work/return-tickets.ts';
import { snoozeDueAt, wakeSnoozedTickets } from './work/snooze.service.ts';
import { ticketDialogsPages } from './work/ticket-dialogs.pages.tsx';
import { undoChange } from './work/ticket-undo.ts';

const errors = {
  ERR_NO_TICKET_FOUND: 404,
  ERR_NO_NOTE_FOUND: 404,
  ERR_OTHER_OPEN_TICKET: 409,
  ERR_TICKET_ALREADY_ACCEPTED: 409,
  ERR_TICKET_ELSEWHERE: 409,
  ERR_CREATING_TICKET: 500,
} as const;
type Errors = typeof errors;
declare module '@/kernel/errors.ts' {
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
  pages: [...newTicketPages, ...ticketDialogsPages, ...ticketDrawerPages, ...auditPages],
  menu: [
    {
      key: 'tickets',
      label: 'tickets:inMenu',
      href: paths.tickets(),
      icon: 'message-circle',
      section: 'main',
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
