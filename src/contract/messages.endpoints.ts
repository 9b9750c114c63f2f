import { z } from 'zod';
import {
  ConversationSearch,
  ForwardInput,
  MessageEdit,
  ReactionInput,
} from '../modules/messages/messages.schema.ts';
import type { Endpoint } from './endpoint.ts';
import * as shape from './shapes.ts';

const Hit = z.strictObject({
  id: z.string().regex(/^\d+$/),
  body: z.string(),
  createdAt: z.iso.datetime(),
  fromMe: z.boolean(),
});

/** What is done with a message that has been said. */
export const messagesEndpoints: Endpoint[] = [
  {
    method: 'GET',
    path: '/messages/:ticketId/search',
    access: 'reader',
    summary: 'Finds words in one conversation, the newest first; `[[` and `]]` stand around them',
    query: ConversationSearch,
    reply: z.strictObject({ hits: z.array(Hit), hasMore: z.boolean() }),
    errors: ['ERR_NO_TICKET_FOUND'],
  },
  {
    method: 'GET',
    path: '/messages/:id/info',
    access: 'reader',
    summary: 'When a message was sent, delivered and read',
    reply: shape.Message.pick({
      sentAt: true,
      deliveredAt: true,
      readAt: true,
      user: true,
      ack: true,
      error: true,
    }),
    errors: ['ERR_NO_MESSAGE_FOUND'],
  },
  {
    method: 'POST',
    path: '/messages/edit/:id',
    access: 'reader',
    summary: 'New words for an own text, within 15 minutes; without any nothing changes',
    body: MessageEdit,
    reply: shape.Message,
    errors: ['ERR_NO_MESSAGE_FOUND', 'ERR_NO_PERMISSION', 'ERR_EDIT_TOO_LATE', 'ERR_EDITING_WAPP_MSG'],
  },
  {
    method: 'PUT',
    path: '/messages/:id',
    access: 'reader',
    summary: 'Changes nothing: existing clients call it beside the edit',
    reply: shape.Message,
    errors: ['ERR_NO_MESSAGE_FOUND'],
  },
  {
    method: 'DELETE',
    path: '/messages/:id',
    access: 'reader',
    summary: 'Takes an own message back from the customer',
    reply: shape.Message,
    errors: ['ERR_NO_MESSAGE_FOUND', 'ERR_NO_PERMISSION'],
  },
  {
    method: 'POST',
    path: '/message/forward',
    access: 'person',
    summary: 'Sends a message on to another contact, over the same connection',
    body: ForwardInput,
    reply: z.strictObject({ message: shape.Message, ticket: shape.TicketDetail }),
    errors: [
      'ERR_NO_MESSAGE_FOUND',
      'ERR_NO_CONTACT_FOUND',
      'ERR_NO_QUEUE_FOUND',
      'ERR_OTHER_OPEN_TICKET',
      'ERR_UNSUPPORTED_MEDIA',
      'ERR_FETCH_WAPP_MSG',
      'ERR_NO_WAPP_FOUND',
    ],
  },
  {
    method: 'POST',
    path: '/messages/:id/reactions',
    access: 'reader',
    summary: 'The company’s reaction to a message; an empty one takes it back',
    body: ReactionInput,
    reply: z.strictObject({ message: shape.Message, reactions: shape.Message.shape.reactions }),
    errors: ['ERR_NO_MESSAGE_FOUND', 'ERR_NO_WAPP_FOUND'],
  },
];
