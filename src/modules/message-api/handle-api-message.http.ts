import { AppError, InvalidInput } from '@/core/errors.ts';
import { cachedForm, isMultipart, isUrlEncoded, readForm } from '@/core/http/body/read-body.ts';
import type { Ctx } from '@/core/http/env.ts';
import { spend } from '@/core/http/rate-limit-headers.ts';
import { asAppError, errorText } from '@/core/http/responses/error-responses.ts';
import { plainly } from '@/core/http/routing/route.ts';
import { fieldErrors } from '@/core/http/routing/validate.ts';
import { fetchUpload, storeBytes } from '@/core/http/uploads/fetch-upload.ts';
import { captionFor, readUploads, type Upload } from '@/core/http/uploads/upload.ts';
import { messageQuotaOf } from '@/modules/companies/plan-quotas.state.ts';
import { noteCall } from './api-calls.service.ts';
import { paceKey } from './api-rate-limits.state.ts';
import {
  type Answered,
  type Asked,
  countAnswered,
  fileSum,
  once,
  partKey,
  readKey,
  requestHash,
} from './idempotency.service.ts';
import { API_FILES, type ApiFileInput, ApiMessage, MESSAGES_PER_MINUTE } from './message-api.schema.ts';
import type { Outcome, Result } from './message-api.views.ts';
import { type ApiFile, sendForSystem, type ToSend } from './send-api-message.service.ts';

const SENT = 'Mensagem enviada';

/** The same key gets the same answer again, and nothing is sent twice. */
export async function answerSystem(c: Ctx, json: ApiMessage): Promise<Response> {
  const { message, files, parts } = isMultipart(c) ? await readMultipart(c) : await readText(c, json);
  const { scope, caller, kernel } = c.var;
  c.set('caller', { ...caller, about: message.number });
  const count = message.numbers?.length ?? 1;
  const key = paceKey(scope.companyId, caller.id);
  const { apiPace } = kernel.services;
  apiPace.refund(key);
  spend(c, apiPace, MESSAGES_PER_MINUTE, key, count);
  const asked = {
    holder: `connection:${caller.id}`,
    key: readKey(c.req.header('Idempotency-Key')),
    request: requestHash(parts),
  };
  const answered = message.numbers
    ? await sendToAll(c, asked, message, files)
    : await sendToOne(c, asked, message.number ?? '', message, files);
  if (answered.isRepeated) c.header('Idempotency-Replayed', 'true');
  return c.json(JSON.parse(answered.reply), answered.status as 200);
}

type Read = { message: ApiMessage; files: ApiFile[]; parts: string[] };

async function readText(c: Ctx, json: ApiMessage): Promise<Read> {
  const message = isUrlEncoded(c) ? await readUrlEncoded(c) : json;
  const files = await receiveFiles(c, message);
  const { medias, mediaUrl, ...text } = message;
  const attached = [...(medias ?? []), ...(mediaUrl ?? [])].map((file) =>
    'url' in file ? file : { ...file, bytes: Bun.hash(file.bytes).toString(36) },
  );
  const parts = [JSON.stringify(text), ...(attached.length > 0 ? [JSON.stringify(attached)] : [])];
  return { message: text, files, parts };
}

async function readUrlEncoded(c: Ctx): Promise<ApiMessage> {
  await readForm(c);
  const fields = (await cachedForm(c)) ?? new FormData();
  return parsed({ ...onesOf(fields), body: String(fields.get('body') ?? '') });
}

/** Invalid UTF-8 was replaced when it was read. Throws InvalidInput, ERR_BODY_ENCODING. */
function parsed(fields: Record<string, unknown>): ApiMessage {
  if (JSON.stringify(fields).includes('\ufffd'))
    throw new AppError('ERR_BODY_ENCODING', {}, { isPublic: true });
  const message = ApiMessage.safeParse(fields);
  if (!message.success) throw new InvalidInput(fieldErrors(message.error.issues));
  return message.data;
}

function onesOf(fields: FormData): Record<string, string | string[] | undefined> {
  const names = [...new Set(fields.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const values = fields.getAll(name).map(String);
      return [name, values.length > 1 ? values : values[0]];
    }),
  );
}

async function readMultipart(c: Ctx): Promise<Read> {
  const { uploads, fields } = await readUploads(c);
  const captions = fields.getAll('body').map(String);
  const message = parsed({ ...onesOf(fields), body: captions[0] ?? '' });
  if (uploads.length === 0) throw new AppError('ERR_API_NO_FILE', {}, { isPublic: true });
  const { storage } = c.var.kernel;
  const files = uploads.map((upload, index) => withCaption(upload, captions[index] ?? ''));
  const sums = uploads.map(({ key }) => fileSum(storage, c.var.scope.companyId, key));
  const names = files.map(({ name, caption }) => `${name}\n${caption}`);
  return {
    message,
    files,
    parts: [JSON.stringify(message), ...names, ...(await Promise.all(sums))],
  };
}

function withCaption(upload: Upload, text: string): ApiFile {
  const { key, name, mime } = upload;
  const caption = captionFor(upload, text).replaceAll('\r\n', '\n').replaceAll('\0', '\ufffd');
  return { key, name, mime, caption };
}

type OnceOutcome = Answered & { isRepeated: boolean };

function sendToOne(
  c: Ctx,
  asked: Asked,
  number: string,
  message: ApiMessage,
  files: ApiFile[],
): Promise<OnceOutcome> {
  return once(c.var.scope, asked, async (store) => {
    (await messageQuotaOf(c.var.scope))(1);
    let reply = '';
    await send(c, number, message, files, async (tx, outcome) => {
      reply = JSON.stringify({ mensagem: SENT, ...outcome });
      await store(tx, { status: 200, reply });
    });
    return { status: 200, reply };
  });
}

/** Each number is a separate unit under the same key: a retry after a crash does only what is missing. */
function sendToAll(c: Ctx, asked: Asked, message: ApiMessage, files: ApiFile[]): Promise<OnceOutcome> {
  const { scope } = c.var;
  const numbers = message.numbers ?? [];
  return once(scope, asked, async () => {
    const missing = numbers.length - (await countAnswered(scope, asked));
    if (missing > 0) (await messageQuotaOf(scope))(missing);
    const results: Result[] = [];
    for (const [index, number] of numbers.entries()) {
      const key = asked.key && partKey(asked.key, index);
      results.push(await resultOf(c, { ...asked, key }, number, message, files));
    }
    return { status: 200, reply: JSON.stringify({ mensagem: SENT, results }) };
  });
}

async function resultOf(
  c: Ctx,
  asked: Asked,
  number: string,
  message: ApiMessage,
  files: ApiFile[],
): Promise<Result> {
  try {
    const { reply } = await once(c.var.scope, asked, async (store) => {
      const outcome = await send(c, number, message, files, (tx, done) =>
        store(tx, { status: 200, reply: JSON.stringify(done) }),
      );
      return { status: 200, reply: JSON.stringify(outcome) };
    });
    return { number, ...(JSON.parse(reply) as Outcome) };
  } catch (error) {
    const known = asAppError(error, c);
    const { connectionId, kind } = callOf(c, files);
    const code = known.code;
    await noteCall(c.var.scope, { connectionId, kind, number, status: plainly(known.status), error: code });
    return { number, status: 'failed', error: known instanceof InvalidInput ? errorText(c, known) : code };
  }
}

const callOf = (c: Ctx, files: ApiFile[]) => ({
  connectionId: c.var.caller.id,
  kind: files.length > 0 ? ('media' as const) : ('text' as const),
});

async function send(
  c: Ctx,
  number: string,
  message: ApiMessage,
  files: ApiFile[],
  store: ToSend['store'],
): Promise<Outcome> {
  const { connectionId, kind } = callOf(c, files);
  const outcome = await sendForSystem(c.var.scope, { ...message, number, files, connectionId, store });
  const { messageId, ticketId } = outcome;
  await noteCall(c.var.scope, { connectionId, kind, number, status: 200, messageId, ticketId });
  return outcome;
}

async function receiveFiles(c: Ctx, { medias = [], mediaUrl = [], body }: ApiMessage): Promise<ApiFile[]> {
  const attached = [...medias, ...mediaUrl];
  const uploads: Upload[] = [];
  c.set('received', Promise.resolve({ uploads, fields: new FormData() }));
  const files: ApiFile[] = [];
  for (const [index, file] of attached.entries()) {
    const upload = await storeFiles(c, file);
    uploads.push(upload);
    files.push(withCaption(upload, file.caption || (index === 0 ? body : '')));
  }
  return files;
}

function storeFiles(c: Ctx, file: ApiFileInput): Promise<Upload> {
  if ('url' in file) return fetchUpload(c, { url: file.url, name: file.name, maxBytes: API_FILES.maxBytes });
  const ending = file.mime.split('/')[1]?.replace(/[^a-z0-9]/gi, '') || 'bin';
  return storeBytes(c, { bytes: file.bytes, mime: file.mime, name: file.name || `arquivo.${ending}` });
}
