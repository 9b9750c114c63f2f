import { z } from 'zod';
import type { ErrorCode } from '../kernel/errors.ts';
import { MessagesQuery, TextReply } from '../modules/messages/messages.schema.ts';
import { QuickMessage } from '../modules/quick-messages/quick-messages.views.ts';
import { TicketFilter, TicketPatch } from '../modules/tickets/tickets.schema.ts';
import type { Endpoint } from './endpoint.ts';
import * as shape from './shapes.ts';

const ANSWER_ERRORS: ErrorCode[] = ['ERR_NO_TICKET_FOUND', 'ERR_TICKET_NOT_OPEN', 'ERR_NO_WAPP_FOUND'];

/** Tags, tickets and what is said in them. */
export const conversationsEndpoints: Endpoint[] = [
  {
    method: 'GET',
    path: '/tickets',
    access: 'person',
    summary: 'A page of the tickets the reader may see, the latest first; those that wait also by `sort`',
    query: TicketFilter,
    reply: shape.pageOf('tickets', shape.Ticket),
  },
  {
    method: 'GET',
    path: '/tickets/counts',
    access: 'person',
    summary: 'How many tickets are open, with colleagues, waiting and put aside',
    query: TicketFilter,
    reply: z.strictObject({
      open: z.number().int(),
      pending: z.number().int(),
      snoozed: z.number().int(),
      team: z.number().int(),
    }),
  },
  {
    method: 'GET',
    path: '/tickets/u/:uuid',
    access: 'reader',
    summary: 'One ticket by its public name',
    reply: shape.TicketDetail,
    errors: ['ERR_NO_TICKET_FOUND'],
  },
  {
    method: 'GET',
    path: '/tickets/:id',
    access: 'reader',
    summary: 'One ticket',
    reply: shape.TicketDetail,
    errors: ['ERR_NO_TICKET_FOUND'],
  },
  {
    method: 'PUT',
    path: '/tickets/:id',
    access: 'reader',
    summary: 'Accepts, returns, closes, reopens or transfers',
    body: TicketPatch,
    reply: shape.TicketDetail,
    errors: [
      'ERR_NO_TICKET_FOUND',
      'ERR_TICKET_ALREADY_ACCEPTED',
      'ERR_OTHER_OPEN_TICKET',
      'ERR_NO_USER_FOUND',
      'ERR_NO_QUEUE_FOUND',
      'ERR_NO_WAPP_FOUND',
    ],
  },
  {
    method: 'POST',
    path: '/tickets/:id/read',
    access: 'reader',
    summary: 'Nothing in it is unread any more',
    status: 204,
    errors: ['ERR_NO_TICKET_FOUND'],
  },
  {
    method: 'DELETE',
    path: '/tickets/:id',
    access: 'admin',
    summary: 'Deletes a ticket with everything said in it',
    reply: shape.Said,
    errors: ['ERR_NO_TICKET_FOUND'],
  },
  {
    method: 'GET',
    path: '/tickets/:id/quick-messages',
    access: 'reader',
    summary:
      'The quick messages that the composer may offer, each filled in for this ticket; `unfilled` names what there is no value for',
    reply: z.array(QuickMessage.extend({ unfilled: z.array(z.string()) })),
    errors: ['ERR_NO_TICKET_FOUND'],
  },
  {
    method: 'GET',
    path: '/messages/:ticketId',
    access: 'reader',
    summary: 'A page of the conversation, oldest first; reads it unless `peek` says not to',
    query: MessagesQuery.extend({ peek: z.literal('true').optional() }),
    reply: shape
      .pageOf('messages', shape.Message)
      .extend({ events: z.array(shape.TicketEvent), ticket: shape.TicketDetail }),
    errors: ['ERR_NO_TICKET_FOUND'],
  },
  {
    method: 'POST',
    path: '/messages/:ticketId',
    access: 'reader',
    summary: 'Answers with text, or with files; the same `clientId` posted again stores nothing',
    body: TextReply,
    files: 'medias',
    reply: z.union([shape.Message, z.strictObject({ messages: z.array(shape.Message) })]),
    errors: [
      ...ANSWER_ERRORS,
      'ERR_NO_MESSAGE_FOUND',
      'ERR_NO_QUICKMESSAGE_FOUND',
      'ERR_EMPTY_MESSAGE',
      'ERR_UNSUPPORTED_MEDIA',
      'ERR_TOO_LARGE',
    ],
  },
  {
    method: 'POST',
    path: '/messages/:id/retry',
    access: 'reader',
    summary: 'Sends a failed message again',
    reply: shape.Message,
    errors: ['ERR_NO_MESSAGE_FOUND'],
  },
  {
    method: 'POST',
    path: '/messages/:id/download',
    access: 'reader',
    summary: 'Fetches a medium again whose download had failed',
    reply: shape.Message,
    errors: ['ERR_NO_MESSAGE_FOUND'],
  },
];
