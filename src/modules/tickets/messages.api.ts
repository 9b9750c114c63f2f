import { Hono } from 'hono';
import { z } from 'zod';
import { storable } from '@/kernel/db/text.ts';
import { AppError } from '@/kernel/errors.ts';
import { signedIn } from '@/kernel/http/authenticate.ts';
import type { Ctx, Env } from '@/kernel/http/env.ts';
import { isMultipart } from '@/kernel/http/read-body.ts';
import { isOwnRead } from '@/kernel/http/security.ts';
import { readUploads, takesFiles } from '@/kernel/http/upload.ts';
import { body, idParam, query } from '@/kernel/http/validate.ts';
import { listMessages } from '@/modules/messages/messages.queries.ts';
import {
  ConversationSearch,
  ForwardInput,
  MAX_CLIENT_ID,
  MAX_FILES,
  MAX_MEDIA_BYTES,
  MessageEdit,
  MessagesQuery,
  ReactionInput,
  TextReply,
} from '@/modules/messages/messages.schema.ts';
import { searchMessages } from '@/modules/messages/search-messages.ts';
import { deleteMessage } from './delete-message.ts';
import { editMessage } from './edit-message.ts';
import { forwardMessage } from './forward.service.ts';
import { listPageEvents } from './page-events.ts';
import { reactToMessage } from './react.ts';
import { markTicketRead } from './read.service.ts';
import { type FileReply, replyWithFiles, replyWithText } from './reply.service.ts';
import { retryDownload, retryMessage } from './retry.service.ts';
import { getMessageInfo, readMessage } from './ticket-message.ts';
import { getTicket, requireTicket } from './tickets.queries.ts';

/** What is no id quotes nothing. */
const QuotedId = z.coerce.number().int().positive().nullable().catch(null);
const ConversationQuery = MessagesQuery.extend({ peek: z.literal('true').optional() });

const MEDIA = { field: 'medias', maxBytes: MAX_MEDIA_BYTES, maxFiles: MAX_FILES };

export const messagesApi = new Hono<Env>()
  .get('/messages/:ticketId', signedIn, query(ConversationQuery), async (c) => {
    const ticketId = idParam(c, 'ticketId');
    const ticket = await getTicket(c.var.scope, ticketId);
    const page = await listMessages(c.var.scope, ticketId, c.req.valid('query'));
    const events = await listPageEvents(c.var.scope, ticketId, c.req.valid('query'), page);
    if (!c.req.valid('query').peek && isOwnRead(c)) await markTicketRead(c.var.scope, { ticketId });
    return c.json({ ...page, events, ticket });
  })
  .get('/messages/:ticketId/search', signedIn, query(ConversationSearch), async (c) => {
    const ticket = await getTicket(c.var.scope, idParam(c, 'ticketId'));
    return c.json(await searchMessages(c.var.scope, ticket.id, c.req.valid('query')));
  })
  .get('/messages/:id/info', signedIn, async (c) => c.json(await getMessageInfo(c.var.scope, idParam(c))))
  .post('/messages/:ticketId', signedIn, takesFiles(MEDIA), async (c, next) =>
    isMultipart(c) ? sendFiles(c) : next(),
  )
  .post('/messages/:ticketId', signedIn, body(TextReply), async (c) =>
    c.json(await replyWithText(c.var.scope, { ...c.req.valid('json'), ticketId: idParam(c, 'ticketId') })),
  )
  .post('/messages/edit/:id', signedIn, body(MessageEdit), async (c) =>
    c.json(await editMessage(c.var.scope, { ...c.req.valid('json'), messageId: idParam(c) })),
  )
  // Existing clients call it beside the edit; it changes nothing.
  .put('/messages/:id', signedIn, async (c) => c.json(await readMessage(c.var.scope, idParam(c))))
  .delete('/messages/:id', signedIn, async (c) => {
    await deleteMessage(c.var.scope, { messageId: idParam(c) });
    return c.json(await readMessage(c.var.scope, idParam(c)));
  })
  .post('/message/forward', signedIn, body(ForwardInput), async (c) =>
    c.json(await forwardMessage(c.var.scope, c.req.valid('json'))),
  )
  .post('/messages/:id/reactions', signedIn, body(ReactionInput), async (c) =>
    c.json(await reactToMessage(c.var.scope, { ...c.req.valid('json'), messageId: idParam(c) })),
  )
  .post('/messages/:id/retry', signedIn, async (c) =>
    c.json(await retryMessage(c.var.scope, { messageId: idParam(c) })),
  )
  .post('/messages/:id/download', signedIn, async (c) =>
    c.json(await retryDownload(c.var.scope, { messageId: idParam(c) })),
  );

/** Text fields match the files by their order. */
async function sendFiles(c: Ctx): Promise<Response> {
  const ticketId = idParam(c, 'ticketId');
  // Asked before anything is written to the disk.
  await requireTicket(c.var.scope, ticketId);
  const { uploads, fields } = await readUploads(c);
  if (uploads.length === 0) throw new AppError('ERR_EMPTY_MESSAGE');
  // A form's text comes with the line ends of a form (WHATWG HTML, multipart/form-data).
  const captions = fields.getAll('body').map((text) => String(text).replaceAll('\r\n', '\n'));
  const clientIds = fields.getAll('clientId').map((id) => String(id).slice(0, MAX_CLIENT_ID));
  const isVoice = fields.get('voice') === 'true';
  const input: FileReply = {
    ticketId,
    quotedMsg: QuotedId.parse(fields.get('quotedMsgId')),
    files: uploads.map((upload, index) => ({
      ...upload,
      // How existing clients name what was recorded in the composer.
      isVoice: isVoice || upload.name.includes('audio-record-site'),
      // Existing clients send the file's name as its body: that is no caption.
      caption: captions[index] === upload.name ? '' : storable((captions[index] ?? '').trim()),
      clientId: clientIds[index] || null,
    })),
  };
  return c.json({ messages: await replyWithFiles(c.var.scope, input) });
}
