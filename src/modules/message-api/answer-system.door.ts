import { AppError, InvalidInput } from '@/kernel/errors.ts';
import type { Ctx } from '@/kernel/http/env.ts';
import { fetchUpload, storeBytes } from '@/kernel/http/fetch-upload.ts';
import { asAppError, errorText } from '@/kernel/http/on-error.ts';
import { spend } from '@/kernel/http/rate.ts';
import { isMultipart, isUrlEncoded, keptForm, readForm } from '@/kernel/http/read-body.ts';
import { plainly } from '@/kernel/http/route.ts';
import { readUploads, type Upload } from '@/kernel/http/upload.ts';
import { fieldErrors } from '@/kernel/http/validate.ts';
import { messageQuotaOf } from '@/modules/companies/plan-quotas.ts';
import { noteCall } from './api-calls.ts';
import { type Answered, type Asked, fileSum, once, readKey, requestHash } from './idempotency.ts';
import { API_FILES, type ApiGivenFile, ApiMessage, MESSAGES_PER_MINUTE } from './message-api.schema.ts';
import type { Outcome, Result } from './message-api.views.ts';
import { paceKey } from './pace.ts';
import { type ApiFile, sendForSystem, type ToSend } from './send.service.ts';

export const SENT = 'Mensagem enviada';

/** The same key again gets the same answer, and nothing is sent twice. */
export async function answerSystem(c: Ctx, json: ApiMessage): Promise<Response> {
  const { message, files, parts } = isMultipart(c) ? await readMultipart(c) : await readWords(c, json);
  const { scope, caller, kernel } = c.var;
  c.set('caller', { ...caller, about: message.number });
  const count = message.numbers?.length ?? 1;
  const key = paceKey(scope.companyId, caller.id);
  const { apiPace } = kernel.services;
  // The door has taken one.
  apiPace.giveBack(key);
  spend(c, apiPace, MESSAGES_PER_MINUTE, key, count);
  (await messageQuotaOf(scope))(count);
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

/** Throws InvalidInput, and as `receiveGiven`. */
async function readWords(c: Ctx, json: ApiMessage): Promise<Read> {
  const message = isUrlEncoded(c) ? await readUrlEncoded(c) : json;
  const files = await receiveGiven(c, message);
  const { medias, mediaUrl, ...words } = message;
  const given = [...(medias ?? []), ...(mediaUrl ?? [])].map((file) =>
    'url' in file ? file : { ...file, bytes: Bun.hash(file.bytes).toString(36) },
  );
  const parts = [JSON.stringify(words), ...(given.length > 0 ? [JSON.stringify(given)] : [])];
  return { message: words, files, parts };
}

async function readUrlEncoded(c: Ctx): Promise<ApiMessage> {
  await readForm(c);
  const fields = (await keptForm(c)) ?? new FormData();
  return parsed({ ...onesOf(fields), body: String(fields.get('body') ?? '') });
}

/** Bytes that are no UTF-8 were replaced when they were read. Throws InvalidInput, ERR_BODY_ENCODING. */
function parsed(given: Record<string, unknown>): ApiMessage {
  if (JSON.stringify(given).includes('\ufffd')) throw new AppError('ERR_BODY_ENCODING', {}, { isSaid: true });
  const message = ApiMessage.safeParse(given);
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

/** Throws InvalidInput, ERR_API_NO_FILE, and as `readUploads`. */
async function readMultipart(c: Ctx): Promise<Read> {
  const { uploads, fields } = await readUploads(c);
  const captions = fields.getAll('body').map(String);
  const message = parsed({ ...onesOf(fields), body: captions[0] ?? '' });
  if (uploads.length === 0) throw new AppError('ERR_API_NO_FILE', {}, { isSaid: true });
  const { storage } = c.var.kernel;
  const files = uploads.map(({ key, name, mime }, index) => ({
    ...{ key, name, mime },
    caption: captionOf(captions, index, name),
  }));
  const sums = uploads.map(({ key }) => fileSum(storage.pathOf(c.var.scope.companyId, key)));
  const names = files.map(({ name, caption }) => `${name}\n${caption}`);
  return {
    message,
    files,
    parts: [JSON.stringify(message), ...names, ...(await Promise.all(sums))],
  };
}

/** Existing clients send the file's name as its body; that is no caption. One text goes with the first file. */
function captionOf(captions: string[], index: number, name: string): string {
  const caption = (captions[index] ?? '').replaceAll('\r\n', '\n').replaceAll('\0', '\ufffd');
  return caption === name ? '' : caption;
}

type Told = Answered & { isRepeated: boolean };

function sendToOne(
  c: Ctx,
  asked: Asked,
  number: string,
  message: ApiMessage,
  files: ApiFile[],
): Promise<Told> {
  return once(c.var.scope, asked, async (keep) => {
    let reply = '';
    await send(c, number, message, files, async (tx, outcome) => {
      reply = JSON.stringify({ mensagem: SENT, ...outcome });
      await keep(tx, { status: 200, reply });
    });
    return { status: 200, reply };
  });
}

/** Each number is a work of its own under the same key: what a crash left undone is done, and no more. */
function sendToAll(c: Ctx, asked: Asked, message: ApiMessage, files: ApiFile[]): Promise<Told> {
  const { scope } = c.var;
  return once(scope, asked, async () => {
    const results: Result[] = [];
    for (const [index, number] of (message.numbers ?? []).entries()) {
      const key = asked.key === undefined ? undefined : `${asked.key}\n${index}`;
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
    const { reply } = await once(c.var.scope, asked, async (keep) => {
      const outcome = await send(c, number, message, files, (tx, done) =>
        keep(tx, { status: 200, reply: JSON.stringify(done) }),
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
  keep: ToSend['keep'],
): Promise<Outcome> {
  const { connectionId, kind } = callOf(c, files);
  const outcome = await sendForSystem(c.var.scope, { ...message, number, files, connectionId, keep });
  const { messageId, ticketId } = outcome;
  await noteCall(c.var.scope, { connectionId, kind, number, status: 200, messageId, ticketId });
  return outcome;
}

/** Files of a JSON call, removed with the request as those of a form. Throws as `fetchUpload`. */
async function receiveGiven(c: Ctx, { medias = [], mediaUrl = [], body }: ApiMessage): Promise<ApiFile[]> {
  const given = [...medias, ...mediaUrl];
  const uploads: Upload[] = [];
  c.set('received', Promise.resolve({ uploads, fields: new FormData() }));
  const files: ApiFile[] = [];
  for (const [index, file] of given.entries()) {
    const upload = await storeGiven(c, file);
    uploads.push(upload);
    const { key, name, mime } = upload;
    // The text goes with the first file.
    const caption = file.caption || (index === 0 ? body : '');
    files.push({ key, name, mime, caption: caption === name ? '' : caption });
  }
  return files;
}

function storeGiven(c: Ctx, file: ApiGivenFile): Promise<Upload> {
  if ('url' in file) return fetchUpload(c, { url: file.url, name: file.name, maxBytes: API_FILES.maxBytes });
  const ending = file.mime.split('/')[1]?.replace(/[^a-z0-9]/gi, '') || 'bin';
  return storeBytes(c, { bytes: file.bytes, mime: file.mime, name: file.name || `arquivo.${ending}` });
}
