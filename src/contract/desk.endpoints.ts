import { z } from 'zod';
import { SettingInput } from '../modules/settings/settings.schema.ts';
import {
  AuditFilter,
  BulkInput,
  NewTicket,
  NoteInput,
  SnoozeInput,
  TagSync,
} from '../modules/tickets/tickets.schema.ts';
import { UserFilter } from '../modules/users/users.schema.ts';
import type { Endpoint } from './endpoint.ts';
import * as shape from './shapes.ts';

const NotesOf = z.object({
  ticketId: z.coerce.number().int().positive(),
  contactId: z.coerce.number().int().positive(),
});

/** Working with many tickets, their story and notes, and whom they may go to. */
export const deskEndpoints: Endpoint[] = [
  {
    method: 'POST',
    path: '/tickets',
    access: 'person',
    summary: 'Begins a conversation; answers 409 with the ticket that already holds the contact',
    body: NewTicket,
    reply: shape.TicketDetail,
    errors: [
      'ERR_NO_CONTACT_FOUND',
      'ERR_NO_USER_FOUND',
      'ERR_NO_QUEUE_FOUND',
      'ERR_NO_WAPP_FOUND',
      'ERR_NO_DEF_WAPP_FOUND',
      'ERR_OTHER_OPEN_TICKET',
    ],
  },
  {
    method: 'POST',
    path: '/tickets/bulk',
    access: 'person',
    summary: 'One action on many tickets; what cannot be done is skipped with its code',
    body: BulkInput,
    reply: shape.BulkResult,
  },
  {
    method: 'POST',
    path: '/tickets/:id/unread',
    access: 'reader',
    summary: 'Puts it back among what is to be read',
    status: 204,
    errors: ['ERR_NO_TICKET_FOUND'],
  },
  {
    method: 'POST',
    path: '/tickets/:id/snooze',
    access: 'reader',
    summary: 'Puts it aside until a moment; null takes it back',
    body: SnoozeInput,
    reply: shape.TicketDetail,
    errors: ['ERR_NO_TICKET_FOUND'],
  },
  {
    method: 'GET',
    path: '/tickets/:id/events',
    access: 'reader',
    summary: 'Its story, oldest first',
    reply: z.strictObject({ events: z.array(shape.TicketEvent) }),
    errors: ['ERR_NO_TICKET_FOUND'],
  },
  {
    method: 'POST',
    path: '/tags/sync',
    access: 'person',
    summary: 'A ticket has exactly these tags afterwards',
    body: TagSync,
    reply: shape.TicketDetail,
    errors: ['ERR_NO_TICKET_FOUND', 'ERR_NO_TAG_FOUND'],
  },
  {
    method: 'GET',
    path: '/audit',
    access: 'admin',
    summary: 'Everything that happened to tickets, newest first',
    query: AuditFilter,
    reply: shape.pageOf('events', shape.AuditEntry),
  },
  {
    method: 'POST',
    path: '/undo/:token',
    access: 'person',
    summary: 'Takes a bulk action or a merge back, once, within five minutes',
    reply: z.strictObject({ done: z.number().int() }),
    errors: ['ERR_UNDO_GONE'],
  },
  {
    method: 'GET',
    path: '/ticket-notes/list',
    access: 'person',
    summary: 'What was written down about a contact, newest first',
    query: NotesOf,
    reply: z.array(shape.Note),
    errors: ['ERR_NO_TICKET_FOUND', 'ERR_NO_CONTACT_FOUND'],
  },
  {
    method: 'POST',
    path: '/ticket-notes',
    access: 'person',
    summary: 'Writes something down; it is never sent',
    body: NoteInput,
    reply: shape.Note,
    errors: ['ERR_NO_TICKET_FOUND', 'ERR_NO_CONTACT_FOUND'],
  },
  {
    method: 'DELETE',
    path: '/ticket-notes/:id',
    access: 'person',
    summary: 'By its author or an administrator',
    reply: shape.Said,
    errors: ['ERR_NO_NOTE_FOUND', 'ERR_NO_PERMISSION'],
  },
  {
    method: 'PUT',
    path: '/settings/:key',
    access: 'admin',
    summary: 'Changes one setting of the company',
    body: SettingInput,
    reply: shape.Setting,
    errors: ['ERR_NO_SETTING_FOUND'],
  },
  {
    method: 'GET',
    path: '/users',
    access: 'person',
    summary: 'A page of the company’s people, the newest first',
    query: UserFilter,
    reply: shape.pageOf('users', shape.UserListItem),
  },
  {
    method: 'GET',
    path: '/users/list',
    access: 'person',
    summary: 'All people, for pickers',
    reply: z.array(shape.UserSimple),
  },
  {
    method: 'GET',
    path: '/queue',
    access: 'person',
    summary: 'All queues by name',
    reply: z.array(shape.Queue),
  },
];
