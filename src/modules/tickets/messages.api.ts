import { Hono } from 'hono';
import { z } from 'zod';
import { storable } from '@/kernel/db/text.ts';
import { AppError } from '@/kernel/errors.ts';
import { signedIn } from '@/kernel/http/authenticate.ts';
import type { Ctx, Env } from '@/kernel/http/env.ts';
import { readUploads } from '@/kernel/http/upload.ts';
import { body, idParam, query } from '@/kernel/http/validate.ts';
import { listMessages } from '@/modules/messages/messages.queries.ts';
import { MAX_FILES, MAX_MEDIA_BYTES, MessagesQuery, TextReply } from '@/modules/messages/messages.schema.ts';
import { markTicketRead } from './read.service.ts';
import { type FileReply, replyWithFiles, replyWithText } from './reply.service.ts';
import { retryDownload, retryMessage } from './retry.service.ts';
import { getTicket } from './tickets.queries.ts';

const ConversationQuery = MessagesQuery.extend({ peek: z.literal('true').optional() });

export const messagesApi = new Hono<Env>()
  .get('/messages/:ticketId', signedIn, query(ConversationQuery), async (c) => {
    const ticketId = idParam(c, 'ticketId');
    const ticket = await getTicket(c.var.scope, ticketId);
    const page = await listMessages(c.var.scope, ticketId, c.req.valid('query'));
    if (!c.req.valid('query').peek) await markTicketRead(c.var.scope, { ticketId });
    return c.json({ ...page, ticket });
  })
  .post('/messages/:ticketId', signedIn, async (c, next) => (isMultipart(c) ? sendFiles(c) : next()))
  .post('/messages/:ticketId', signedIn, body(TextReply), async (c) =>
    c.json(await replyWithText(c.var.scope, { ...c.req.valid('json'), ticketId: idParam(c, 'ticketId') })),
  )
  .post('/messages/:id/retry', signedIn, async (c) =>
    c.json(await retryMessage(c.var.scope, { messageId: idParam(c) })),
  )
  .post('/messages/:id/download', signedIn, async (c) =>
    c.json(await retryDownload(c.var.scope, { messageId: idParam(c) })),
  );

function isMultipart(c: Ctx): boolean {
  return c.req.header('Content-Type')?.startsWith('multipart/form-data') ?? false;
}

/** Text fields match the files by their order; files of a refused request do not stay. */
async function sendFiles(c: Ctx): Promise<Response> {
  const ticketId = idParam(c, 'ticketId');
  const { uploads, fields, discard } = await readUploads(c, 'medias', {
    maxBytes: MAX_MEDIA_BYTES,
    maxFiles: MAX_FILES,
  });
  if (uploads.length === 0) throw new AppError('ERR_EMPTY_MESSAGE');
  // A form's text comes with the line ends of a form (WHATWG HTML, multipart/form-data).
  const captions = fields.getAll('body').map((text) => String(text).replaceAll('\r\n', '\n'));
  const clientIds = fields.getAll('clientId').map(String);
  const isVoice = fields.get('voice') === 'true';
  const input: FileReply = {
    ticketId,
    quotedMsg: Number(fields.get('quotedMsgId')) || null,
    files: uploads.map((upload, index) => ({
      ...upload,
      isVoice,
      // Existing clients send the file's name as its body: that is no caption.
      caption: captions[index] === upload.name ? '' : storable((captions[index] ?? '').trim()),
      clientId: clientIds[index] || null,
    })),
  };
  try {
    return c.json({ messages: await replyWithFiles(c.var.scope, input) });
  } catch (error) {
    await discard();
    throw error;
  }
}
