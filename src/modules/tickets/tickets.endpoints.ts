import { z } from 'zod';
import { AppError } from '@/core/errors.ts';
import { endpoint } from '@/core/http/routing/route.ts';
import { id, MessageReply, moment } from '@/schemas/reply-fields.schema.ts';
import { listTicketEvents, listTicketHistory } from './history/ticket-events.queries.ts';
import { getShownNote, listNotePage, listNotes } from './history/ticket-notes.queries.ts';
import { addNote, deleteNote, updateNote } from './history/ticket-notes.service.ts';
import { findNextTicket } from './list/next-ticket.queries.ts';
import { getTicketById, toNewlyOpened } from './list/ticket-outputs.queries.ts';
import { countTickets, getTicket, getTicketByUuid, listTickets } from './list/tickets.queries.ts';
import { openTicket } from './open/open-ticket.service.ts';
import {
  NewTicket,
  NextFilter,
  NoteFilter,
  NoteInput,
  NotePatch,
  NotesOf,
  SnoozeInput,
  TagSync,
  TicketFilter,
  TicketHistoryFilter,
  TicketPatch,
} from './tickets.schema.ts';
import {
  NewlyOpened,
  NextTicket,
  Note,
  NotePage,
  TicketById,
  TicketCounts,
  TicketDetail,
  TicketEvent,
  TicketHistoryPage,
  TicketPage,
  type TicketView,
} from './tickets.views.ts';
import { deleteTicket } from './work/delete-ticket.service.ts';
import { snoozeTicket } from './work/snooze-ticket.service.ts';
import { addTicketTag, leaveColumns, syncTicketTags } from './work/ticket-tags.service.ts';
import { patchWithUndo } from './work/ticket-undo.service.ts';
import { patchTicket } from './work/tickets.service.ts';
import { offerUndo, wantsUndo } from './work/undo-header.http.ts';

declare module '@/core/http/routing/route.ts' {
  interface Fixtures {
    ticketId: number;
    uuid: string;
    noteId: number;
    contactId: number;
    queueId: number;
    connectionId: number;
  }
}

const listEndpoints = [
  endpoint('GET /tickets', {
    access: 'person',
    summary: 'A page of the tickets the reader may see, the latest first; those that wait also by `sort`',
    query: TicketFilter,
    reply: TicketPage,
    example: ({ queueId }) => ({
      query: { status: 'pending', pageNumber: 1, showAll: 'false', queueIds: `[${queueId}]`, tags: '[]' },
    }),
    run: (scope, { query }) => listTickets(scope, query),
  }),
  endpoint('GET /tickets/counts', {
    access: 'person',
    summary: 'How many tickets are open, with colleagues, waiting and snoozed',
    query: TicketFilter,
    reply: TicketCounts,
    run: (scope, { query }) => countTickets(scope, query),
  }),
  endpoint('GET /tickets/next', {
    access: 'person',
    summary:
      'The ticket that has waited longest: among the reader’s own, then in the reader’s queues; `except` leaves one out',
    query: NextFilter,
    reply: NextTicket,
    run: (scope, { query }) => findNextTicket(scope, query.except ?? 0),
  }),
  endpoint('GET /tickets/u/:uuid', {
    access: 'reader',
    summary: 'One ticket by its public name',
    reply: TicketDetail,
    errors: ['ERR_NO_TICKET_FOUND'],
    run: (scope, { uuid }) => getTicketByUuid(scope, uuid),
  }),
  endpoint('GET /tickets/:ticketId', {
    access: 'reader',
    summary: 'One ticket',
    reply: TicketById,
    errors: ['ERR_NO_TICKET_FOUND'],
    run: (scope, { ticketId }) => getTicketById(scope, ticketId),
  }),
];

const workEndpoints = [
  endpoint('POST /tickets', {
    access: 'person',
    summary: 'Begins a conversation; answers 409 with the ticket that already holds the contact',
    body: NewTicket,
    reply: NewlyOpened,
    errors: [
      'ERR_NO_CONTACT_FOUND',
      'ERR_NO_USER_FOUND',
      'ERR_NO_QUEUE_FOUND',
      'ERR_NO_WAPP_FOUND',
      'ERR_NO_DEF_WAPP_FOUND',
      'ERR_OTHER_OPEN_TICKET',
    ],
    example: ({ contactId, queueId, connectionId }) => ({
      body: { contactId, queueId, whatsappId: connectionId, status: 'open' },
    }),
    async answer(c, { body }) {
      const { scope } = c.var;
      const { ticket, existing } = await openTicket(scope, body);
      return ticket ? c.json(await toNewlyOpened(scope, ticket)) : c.json(heldBody(existing), 409);
    },
  }),
  endpoint('PUT /tickets/:ticketId', {
    access: 'reader',
    summary:
      'Accepts, returns, closes, reopens or transfers a ticket; a waiting one is handed to a prompt or an integration with `useIntegration`',
    body: TicketPatch,
    reply: TicketDetail,
    errors: [
      'ERR_NO_TICKET_FOUND',
      'ERR_TICKET_ALREADY_ACCEPTED',
      'ERR_OTHER_OPEN_TICKET',
      'ERR_NO_USER_FOUND',
      'ERR_NO_QUEUE_FOUND',
      'ERR_NO_WAPP_FOUND',
      'ERR_NO_PROMPT_FOUND',
      'ERR_NO_DIALOG_FOUND',
    ],
    example: () => ({ body: { status: 'closed' as const } }),
    async answer(c, { ticketId, body }) {
      const input = { ...body, ticketId };
      if (!wantsUndo(c)) return c.json(await patchTicket(c.var.scope, input));
      const { ticket, undo } = await patchWithUndo(c.var.scope, input);
      offerUndo(c, undo);
      return c.json(ticket);
    },
  }),
  endpoint('POST /tickets/:ticketId/snooze', {
    access: 'reader',
    summary: 'Snoozes a ticket until a time; null ends that',
    body: SnoozeInput,
    reply: TicketDetail,
    errors: ['ERR_NO_TICKET_FOUND'],
    example: () => ({ body: { until: '2099-01-01T00:00:00Z' } }),
    run: (scope, { ticketId, body: { until } }) =>
      snoozeTicket(scope, { ticketId, until: until ? new Date(until) : null }),
  }),
  endpoint('DELETE /tickets/:ticketId', {
    access: 'admin',
    summary: 'Deletes a ticket with its messages',
    reply: MessageReply,
    errors: ['ERR_NO_TICKET_FOUND'],
    run: async (scope, { ticketId }) => {
      await deleteTicket(scope, { ticketId });
      return { message: 'ticket deleted' };
    },
  }),
];

const tagEndpoints = [
  endpoint('POST /tags/sync', {
    access: 'person',
    summary: 'Replaces the tags of a ticket',
    body: TagSync,
    reply: TicketDetail,
    errors: ['ERR_NO_PERMISSION', 'ERR_NO_TICKET_FOUND', 'ERR_NO_TAG_FOUND'],
    example: ({ ticketId, tagId }) => ({ body: { ticketId, tags: [{ id: tagId }] } }),
    run: (scope, { body }) => syncTicketTags(scope, body),
  }),
  endpoint('PUT /ticket-tags/:ticketId/:lane', {
    access: 'reader',
    summary: 'Puts the tag of a board column on a ticket; `lane0` and `0` are none',
    status: 201,
    reply: z.strictObject({ ticketId: id, tagId: id.nullable(), createdAt: moment, updatedAt: moment }),
    errors: ['ERR_NO_TICKET_FOUND', 'ERR_NO_TAG_FOUND', 'ERR_NOT_FOUND'],
    example: ({ tagId }) => ({ params: { lane: tagId } }),
    async run(scope, { ticketId, lane: column }) {
      const tagId = tagOf(column);
      if (tagId === null) await getTicket(scope, ticketId);
      else await addTicketTag(scope, { ticketId, tagId });
      const now = scope.now().toISOString();
      return { ticketId, tagId, createdAt: now, updatedAt: now };
    },
  }),
  endpoint('DELETE /ticket-tags/:ticketId', {
    access: 'reader',
    summary: 'Removes the tags of the board from a ticket',
    reply: MessageReply,
    errors: ['ERR_NO_TICKET_FOUND'],
    run: async (scope, { ticketId }) => {
      await leaveColumns(scope, { ticketId });
      return { message: 'Ticket tags removed successfully.' };
    },
  }),
];

const historyEndpoints = [
  endpoint('GET /tickets/:ticketId/events', {
    access: 'reader',
    summary: 'The history of a ticket, oldest first',
    reply: z.strictObject({ events: z.array(TicketEvent) }),
    errors: ['ERR_NO_TICKET_FOUND'],
    async run(scope, { ticketId }) {
      const { id: known } = await getTicket(scope, ticketId);
      return { events: await listTicketEvents(scope, known) };
    },
  }),
  endpoint('GET /audit/tickets', {
    access: 'admin',
    summary: 'Everything that happened to tickets, newest first',
    query: TicketHistoryFilter,
    reply: TicketHistoryPage,
    run: (scope, { query }) => listTicketHistory(scope, query),
  }),
  endpoint('GET /ticket-notes', {
    access: 'person',
    summary: 'A page of the notes whose ticket the reader may see, the newest first',
    query: NoteFilter,
    reply: NotePage,
    example: () => ({ query: { searchParam: '', pageNumber: 1 } }),
    run: (scope, { query }) => listNotePage(scope, query),
  }),
  endpoint('GET /ticket-notes/list', {
    access: 'person',
    summary: 'The internal notes on a contact, newest first',
    query: NotesOf,
    reply: z.array(Note),
    errors: ['ERR_NO_PERMISSION', 'ERR_NO_TICKET_FOUND', 'ERR_NO_CONTACT_FOUND'],
    example: ({ ticketId, contactId }) => ({ query: { ticketId, contactId } }),
    run: (scope, { query }) => listNotes(scope, query),
  }),
  endpoint('GET /ticket-notes/:noteId', {
    access: 'person',
    summary: 'One internal note',
    reply: Note,
    errors: ['ERR_NO_NOTE_FOUND'],
    run: (scope, { noteId }) => getShownNote(scope, { noteId }),
  }),
  endpoint('POST /ticket-notes', {
    access: 'person',
    summary: 'Adds an internal note; it is never sent. The same `clientId` posted again stores nothing',
    body: NoteInput,
    reply: Note,
    errors: ['ERR_NO_PERMISSION', 'ERR_NO_TICKET_FOUND', 'ERR_NO_CONTACT_FOUND'],
    example: ({ ticketId, contactId }) => ({ body: { note: 'prefere de manhã', ticketId, contactId } }),
    run: (scope, { body }) => addNote(scope, body),
  }),
  endpoint('PUT /ticket-notes/:noteId', {
    access: 'person',
    summary: 'Changes the text of a note, by its author or an administrator',
    body: NotePatch,
    reply: Note,
    errors: ['ERR_NO_NOTE_FOUND', 'ERR_NO_PERMISSION'],
    example: () => ({ body: { note: 'prefere à tarde' } }),
    run: (scope, { noteId, body }) => updateNote(scope, { ...body, noteId }),
  }),
  endpoint('DELETE /ticket-notes/:noteId', {
    access: 'person',
    summary: 'Deletes a note, by its author or an administrator',
    reply: MessageReply,
    errors: ['ERR_NO_NOTE_FOUND', 'ERR_NO_PERMISSION'],
    run: async (scope, { noteId }) => {
      await deleteNote(scope, { noteId });
      return { message: 'Observação removida' };
    },
  }),
];

export const ticketsEndpoints = [...listEndpoints, ...workEndpoints, ...tagEndpoints, ...historyEndpoints];

/** Existing clients parse `error` as JSON and read these fields unchecked; none may be null. */
function heldBody({ id: held, uuid, userId, user, queue }: TicketView) {
  const ticket = {
    ...{ id: held, uuid, userId },
    user: { name: user?.name ?? '' },
    queue: { name: queue?.name ?? '' },
  };
  return { error: JSON.stringify(ticket), code: 'ERR_OTHER_OPEN_TICKET', ticket };
}

function tagOf(column: string): number | null {
  if (/^(lane)?0$/.test(column)) return null;
  const tagId = Number(column);
  if (!Number.isSafeInteger(tagId) || tagId < 1) throw new AppError('ERR_NOT_FOUND');
  return tagId;
}
