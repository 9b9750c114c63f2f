import { z } from 'zod';
import {
  AuditFilter,
  BulkInput,
  NewTicket,
  NoteInput,
  SnoozeInput,
  TagSync,
} from '../modules/tickets/tickets.schema.ts';
import type { Endpoint } from './endpoint.ts';
import { id, moment } from './fields.ts';
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
    errors: ['ERR_NO_PERMISSION', 'ERR_NO_TICKET_FOUND', 'ERR_NO_TAG_FOUND'],
  },
  {
    method: 'PUT',
    path: '/ticket-tags/:ticketId/:tagId',
    access: 'reader',
    summary: 'Puts a tag on a ticket; `lane0` and `0` are none',
    status: 201,
    reply: z.strictObject({ ticketId: id, tagId: id.nullable(), createdAt: moment, updatedAt: moment }),
    errors: ['ERR_NO_TICKET_FOUND', 'ERR_NO_TAG_FOUND'],
  },
  {
    method: 'DELETE',
    path: '/ticket-tags/:ticketId',
    access: 'reader',
    summary: 'Takes the tags of the board off a ticket',
    reply: shape.Said,
    errors: ['ERR_NO_TICKET_FOUND'],
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
    method: 'GET',
    path: '/ticket-notes/list',
    access: 'person',
    summary: 'What was written down about a contact, newest first',
    query: NotesOf,
    reply: z.array(shape.Note),
    errors: ['ERR_NO_PERMISSION', 'ERR_NO_TICKET_FOUND', 'ERR_NO_CONTACT_FOUND'],
  },
  {
    method: 'POST',
    path: '/ticket-notes',
    access: 'person',
    summary: 'Writes something down; it is never sent',
    body: NoteInput,
    reply: shape.Note,
    errors: ['ERR_NO_PERMISSION', 'ERR_NO_TICKET_FOUND', 'ERR_NO_CONTACT_FOUND'],
  },
  {
    method: 'DELETE',
    path: '/ticket-notes/:id',
    access: 'person',
    summary: 'By its author or an administrator',
    reply: shape.Said,
    errors: ['ERR_NO_NOTE_FOUND', 'ERR_NO_PERMISSION'],
  },
];
