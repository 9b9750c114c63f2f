import { rm } from 'node:fs/promises';
import { z } from 'zod';
import { AppError } from '@/kernel/errors.ts';
import type { Ctx } from '@/kernel/http/env.ts';
import { endpoint } from '@/kernel/http/route.ts';
import { storeFile, type Upload } from '@/kernel/http/upload.ts';
import { FetchRefused, type RefusedBecause } from '@/kernel/safe-fetch.ts';
import { readKey, requestHash } from '@/modules/message-api/idempotency.ts';
import { MAX_BODY, MAX_MEDIA_BYTES } from '@/modules/messages/messages.schema.ts';
import { Message } from '@/modules/messages/messages.views.ts';
import { replyWithFiles } from '@/modules/messages/write/reply.service.ts';
import { requireTicket } from '@/modules/tickets/list/tickets.queries.ts';
import { storable } from '../../storable.schema.ts';

const TIMEOUT_MS = 30_000;

const FileByUrl = z.object({
  url: z.url({ protocol: /^https?$/, error: 'validation:invalid' }).max(2000, 'validation:tooLong'),
  /** What the customer sees as its name; without it the end of the address. */
  name: z.string().trim().max(200, 'validation:tooLong').optional(),
  body: z.string().max(MAX_BODY, 'validation:tooLong').transform(storable).default(''),
  /** Sound as a voice note. */
  voice: z.boolean().default(false),
  quotedMsg: z
    .object({ id: z.coerce.number().int().positive() })
    .nullish()
    .transform((value) => value?.id ?? null),
});
type FileByUrl = z.infer<typeof FileByUrl>;

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
    const upload = await fetchUpload(c, body);
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

/** A crash between the message and the answer under its key: the next call finds the message. */
function clientIdOf(c: Ctx): string | null {
  const key = readKey(c.req.header('Idempotency-Key'));
  return key === undefined ? null : `v1-${requestHash([String(c.var.caller.id), key]).slice(0, 32)}`;
}

/** Throws ERR_FILE_NOT_FETCHED, ERR_RATE_LIMITED, ERR_BUSY, ERR_NO_SPACE, ERR_STORAGE_QUOTA. */
async function fetchUpload(c: Ctx, { url, name }: FileByUrl): Promise<Upload> {
  const { scope, kernel } = c.var;
  const { companyId, actor } = scope;
  await kernel.space.requireForFiles();
  await kernel.companyRoom.requireFor(companyId, 0);
  const userId = actor.kind === 'user' ? actor.id : 0;
  const place = kernel.uploads.take({ companyId, userId, address: c.var.address });
  if (typeof place === 'string') throw new AppError(place === 'all' ? 'ERR_BUSY' : 'ERR_RATE_LIMITED');
  const { path } = kernel.storage.reserve(companyId, 'part');
  try {
    const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_MEDIA_BYTES, isPublicFile: true as const };
    const reply = await kernel.services.safeCall(url, limits);
    if (reply.status !== 200) throw new FetchRefused('status');
    if ((await Bun.write(path, reply)) === 0) throw refusal('empty');
    const mime = reply.headers.get('Content-Type') ?? '';
    return await storeFile(kernel.storage, companyId, { path, mime, name: name || nameOf(url) });
  } catch (error) {
    throw error instanceof FetchRefused ? refusal(error.reason) : error;
  } finally {
    place.leave();
    await rm(path, { force: true });
  }
}

const refusal = (reason: RefusedBecause | 'empty') => new AppError('ERR_FILE_NOT_FETCHED', { reason });

function nameOf(url: string): string {
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
