import { createMiddleware } from 'hono/factory';
import { z } from 'zod';
import { AppError, type ErrorCode } from '@/core/errors.ts';
import { isMultipart } from '@/core/http/body/read-body.ts';
import type { Ctx, Env } from '@/core/http/env.ts';
import { endpoint } from '@/core/http/routing/route.ts';
import { idParam } from '@/core/http/routing/validate.ts';
import { isOwnRead } from '@/core/http/security-headers.ts';
import { captionFor, readUploads } from '@/core/http/uploads/upload.ts';
import { storable } from '@/core/text.ts';
import { QuickMessage } from '@/modules/quick-messages/quick-messages.views.ts';
import { getTicket, requireTicket } from '@/modules/tickets/list/tickets.queries.ts';
import { TicketDetail } from '@/modules/tickets/tickets.views.ts';
import { markOwnTicketRead, markTicketRead, markTicketUnread } from './mark-read.service.ts';
import { readSeconds, readWaveform } from './media/media-metadata.logic.ts';
import { getMessageInfo, readMessage } from './message-access.queries.ts';
import { MAX_CLIENT_ID, MAX_FILES, MAX_MEDIA_BYTES } from './message-limits.schema.ts';
import { listMessages } from './messages.queries.ts';
import {
  ConversationSearch,
  ForwardInput,
  MessageEdit,
  MessagesQuery,
  ReactionInput,
  TextReply,
} from './messages.schema.ts';
import { ConversationPage, Message, MessageHit, MessageInfo } from './messages.views.ts';
import { listPageEvents } from './page-events.queries.ts';
import { searchMessages } from './search-messages.queries.ts';
import { deleteMessage } from './write/delete-message.service.ts';
import { editMessage } from './write/edit-message.service.ts';
import { forwardMessage } from './write/forward-message.service.ts';
import { listQuickMessageChoices } from './write/quick-message-choices.queries.ts';
import { reactToMessage } from './write/react-to-message.service.ts';
import { type FileReply, replyWithFiles, replyWithText } from './write/reply.service.ts';
import { retryDownload, retryMessage } from './write/retry-messages.service.ts';

declare module '@/core/http/routing/route.ts' {
  interface Fixtures {
    messageId: number;
    textId: number;
  }
}

const QuotedId = z.coerce.number().int().positive().nullable().catch(null);
const ConversationQuery = MessagesQuery.extend({ peek: z.literal('true').optional() });
const MEDIA = { field: 'medias', maxBytes: MAX_MEDIA_BYTES, maxFiles: MAX_FILES };
const ANSWER_ERRORS: ErrorCode[] = ['ERR_NO_TICKET_FOUND', 'ERR_TICKET_NOT_OPEN', 'ERR_NO_WAPP_FOUND'];

const marksRead = createMiddleware<Env>(async (c, next) => {
  await next();
  if (!c.res.ok || c.req.query('peek') || !isOwnRead(c)) return;
  await markTicketRead(c.get('scope'), { ticketId: idParam(c, 'ticketId') });
});

const readEndpoints = [
  endpoint('GET /messages/:ticketId', {
    access: 'reader',
    summary: 'A page of the conversation, oldest first; reads it unless `peek` says not to',
    query: ConversationQuery,
    reply: ConversationPage,
    errors: ['ERR_NO_TICKET_FOUND'],
    guard: marksRead,
    async run(scope, { ticketId, query }) {
      const ticket = await getTicket(scope, ticketId);
      const page = await listMessages(scope, ticketId, query);
      const events = await listPageEvents(scope, ticketId, query, page);
      return { ...page, events, ticket };
    },
  }),
  endpoint('GET /messages/:ticketId/search', {
    access: 'reader',
    summary: 'Finds words in one conversation, the newest first; `[[` and `]]` stand around them',
    query: ConversationSearch,
    reply: z.strictObject({ hits: z.array(MessageHit), hasMore: z.boolean() }),
    errors: ['ERR_NO_TICKET_FOUND'],
    example: () => ({ query: { q: 'bom' } }),
    async run(scope, { ticketId, query }) {
      const { id } = await getTicket(scope, ticketId);
      return searchMessages(scope, id, query);
    },
  }),
  endpoint('GET /messages/:messageId/info', {
    access: 'reader',
    summary: 'When a message was sent, delivered and read',
    reply: MessageInfo,
    errors: ['ERR_NO_MESSAGE_FOUND'],
    run: (scope, { messageId }) => getMessageInfo(scope, messageId),
  }),
  endpoint('GET /tickets/:ticketId/quick-messages', {
    access: 'reader',
    summary:
      'The quick messages that the composer may offer, each filled in for a ticket; `unfilled` names variables without a value',
    reply: z.array(QuickMessage.extend({ unfilled: z.array(z.string()) })),
    errors: ['ERR_NO_TICKET_FOUND'],
    run: (scope, { ticketId }) => listQuickMessageChoices(scope, ticketId),
  }),
  endpoint('POST /tickets/:ticketId/read', {
    access: 'reader',
    summary: 'Marks a ticket as read for its own agent; changes nothing for others, or while it waits',
    status: 204,
    errors: ['ERR_NO_TICKET_FOUND'],
    run: (scope, { ticketId }) => markOwnTicketRead(scope, { ticketId }),
  }),
  endpoint('POST /tickets/:ticketId/unread', {
    access: 'reader',
    summary: 'Marks a ticket as unread',
    status: 204,
    errors: ['ERR_NO_TICKET_FOUND'],
    run: (scope, { ticketId }) => markTicketUnread(scope, { ticketId }),
  }),
];

const writeEndpoints = [
  endpoint('POST /messages/:ticketId', {
    access: 'reader',
    summary: 'Answers with text, or with files; the same `clientId` posted again stores nothing',
    body: TextReply,
    files: MEDIA,
    reply: z.union([Message, z.strictObject({ messages: z.array(Message) })]),
    errors: [
      ...ANSWER_ERRORS,
      'ERR_NO_MESSAGE_FOUND',
      'ERR_NO_QUICKMESSAGE_FOUND',
      'ERR_EMPTY_MESSAGE',
      'ERR_UNSUPPORTED_MEDIA',
      'ERR_TOO_LARGE',
    ],
    example: ({ textId }) => ({ body: { body: 'Olá', quotedMsg: { id: textId } } }),
    async answer(c, { ticketId, body }) {
      if (isMultipart(c)) return sendFiles(c, ticketId);
      return c.json(await replyWithText(c.var.scope, { ...body, ticketId }));
    },
  }),
  endpoint('POST /messages/edit/:messageId', {
    access: 'reader',
    summary: 'Edits the text of an own message, within 15 minutes; an empty one changes nothing',
    body: MessageEdit,
    reply: Message,
    errors: ['ERR_NO_MESSAGE_FOUND', 'ERR_NO_PERMISSION', 'ERR_EDIT_TOO_LATE', 'ERR_EDITING_WAPP_MSG'],
    example: () => ({ body: { body: 'Melhor assim' } }),
    run: (scope, { messageId, body }) => editMessage(scope, { ...body, messageId }),
  }),
  endpoint('PUT /messages/:messageId', {
    access: 'reader',
    summary: 'Changes nothing: existing clients call it beside the edit',
    reply: Message,
    errors: ['ERR_NO_MESSAGE_FOUND'],
    run: (scope, { messageId }) => readMessage(scope, messageId),
  }),
  endpoint('DELETE /messages/:messageId', {
    access: 'reader',
    summary: 'Deletes a message of the company at the customer, too',
    reply: Message,
    errors: ['ERR_NO_MESSAGE_FOUND', 'ERR_NO_PERMISSION'],
    async run(scope, { messageId }) {
      await deleteMessage(scope, { messageId });
      return readMessage(scope, messageId);
    },
  }),
  endpoint('POST /message/forward', {
    access: 'person',
    summary: 'Sends a message on to another contact, over the same connection',
    body: ForwardInput,
    reply: z.strictObject({ message: Message, ticket: TicketDetail }),
    errors: [
      'ERR_NO_MESSAGE_FOUND',
      'ERR_NO_CONTACT_FOUND',
      'ERR_NO_QUEUE_FOUND',
      'ERR_OTHER_OPEN_TICKET',
      'ERR_UNSUPPORTED_MEDIA',
      'ERR_FETCH_WAPP_MSG',
      'ERR_NO_WAPP_FOUND',
    ],
    example: ({ messageId, contactId }) => ({ body: { messageId: String(messageId), contactId } }),
    run: (scope, { body }) => forwardMessage(scope, body),
  }),
  endpoint('POST /messages/:messageId/reactions', {
    access: 'reader',
    summary: 'The company’s reaction to a message; an empty one takes it back',
    body: ReactionInput,
    reply: z.strictObject({ message: Message, reactions: Message.shape.reactions }),
    errors: ['ERR_NO_MESSAGE_FOUND', 'ERR_NO_WAPP_FOUND'],
    example: () => ({ body: { type: '👍' } }),
    run: (scope, { messageId, body }) => reactToMessage(scope, { ...body, messageId }),
  }),
  endpoint('POST /messages/:messageId/retry', {
    access: 'reader',
    summary: 'Sends a failed message again',
    reply: Message,
    errors: ['ERR_NO_MESSAGE_FOUND'],
    run: (scope, { messageId }) => retryMessage(scope, { messageId }),
  }),
  endpoint('POST /messages/:messageId/download', {
    access: 'reader',
    summary: 'Fetches a medium again whose download had failed',
    reply: Message,
    errors: ['ERR_NO_MESSAGE_FOUND'],
    run: (scope, { messageId }) => retryDownload(scope, { messageId }),
  }),
];

export const messagesEndpoints = [...readEndpoints, ...writeEndpoints];

async function sendFiles(c: Ctx, ticketId: number): Promise<Response> {
  // Permission is checked before anything is written to the disk.
  await requireTicket(c.var.scope, ticketId);
  const { uploads, fields } = await readUploads(c);
  if (uploads.length === 0) throw new AppError('ERR_EMPTY_MESSAGE');
  // WHATWG HTML, multipart/form-data: line ends arrive as CRLF.
  const captions = fields.getAll('body').map((text) => String(text).replaceAll('\r\n', '\n'));
  const clientIds = fields.getAll('clientId').map((id) => String(id).slice(0, MAX_CLIENT_ID));
  const isVoice = fields.get('voice') === 'true';
  const input: FileReply = {
    ticketId,
    quotedMsg: QuotedId.parse(fields.get('quotedMsgId')),
    files: uploads.map((upload, index) => ({
      ...upload,
      isVoice: isVoice || upload.name.includes('audio-record-site'),
      seconds: isVoice ? readSeconds(fields.get('seconds')) : null,
      waveform: isVoice ? readWaveform(fields.get('waveform')) : null,
      caption: storable(captionFor(upload, captions[index] ?? '').trim()),
      clientId: clientIds[index] || null,
    })),
  };
  return c.json({ messages: await replyWithFiles(c.var.scope, input) });
}
