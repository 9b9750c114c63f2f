import { z } from 'zod';
import type { Ctx } from '@/core/http/env.ts';
import { endpoint } from '@/core/http/routing/route.ts';
import { fetchUpload } from '@/core/http/uploads/fetch-upload.ts';
import { readKey, requestHash } from '@/modules/message-api/idempotency.service.ts';
import { MAX_BODY, MAX_MEDIA_BYTES } from '@/modules/messages/message-limits.schema.ts';
import { Message } from '@/modules/messages/messages.views.ts';
import { replyWithFiles } from '@/modules/messages/write/reply.service.ts';
import { requireTicket } from '@/modules/tickets/list/tickets.queries.ts';
import { storable } from '../../schemas/storable.schema.ts';

const FileByUrl = z.object({
  url: z.url({ protocol: /^https?$/, error: 'validation:invalid' }).max(2000, 'validation:tooLong'),
  name: z.string().trim().max(200, 'validation:tooLong').optional(),
  body: z.string().max(MAX_BODY, 'validation:tooLong').transform(storable).default(''),
  voice: z.boolean().default(false),
  quotedMsg: z
    .object({ id: z.coerce.number().int().positive() })
    .nullish()
    .transform((value) => value?.id ?? null),
});

export const fileByUrl = endpoint('POST /messages/:ticketId/from-url', {
  access: 'reader',
  summary:
    'Answers with a file that is fetched from a public address; redirects are not followed, a refusal names its reason',
  body: FileByUrl,
  reply: Message,
  errors: [
    'ERR_NO_TICKET_FOUND',
    'ERR_TICKET_NOT_OPEN',
    'ERR_NO_WAPP_FOUND',
    'ERR_NO_MESSAGE_FOUND',
    'ERR_UNSUPPORTED_MEDIA',
    'ERR_FILE_NOT_FETCHED',
    'ERR_BUSY',
    'ERR_NO_SPACE',
    'ERR_STORAGE_QUOTA',
  ],
  example: () => ({ body: { url: 'https://loja.example/nota.pdf', body: 'Sua nota' } }),
  async answer(c, { ticketId, body }) {
    const { scope, kernel } = c.var;
    await requireTicket(scope, ticketId);
    const upload = await fetchUpload(c, { url: body.url, name: body.name, maxBytes: MAX_MEDIA_BYTES });
    const file = { ...upload, isVoice: body.voice, caption: body.body.trim(), clientId: clientIdOf(c) };
    try {
      const [message] = await replyWithFiles(scope, { ticketId, quotedMsg: body.quotedMsg, files: [file] });
      return c.json(message);
    } catch (error) {
      await kernel.storage.remove(scope.companyId, upload.key);
      throw error;
    }
  },
});

/** After a crash between message and stored answer, the next call finds the message by it. */
function clientIdOf(c: Ctx): string | null {
  const key = readKey(c.req.header('Idempotency-Key'));
  return key === undefined ? null : `v1-${requestHash([String(c.var.caller.id), key]).slice(0, 32)}`;
}
