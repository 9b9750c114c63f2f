import { createMiddleware } from 'hono/factory';
import { AppError } from '../../errors.ts';
import type { Ctx, Env } from '../env.ts';
import { boundedBytes } from './bounded-body.ts';
import { decodeText } from './decode-text.ts';

const MAX_ANONYMOUS_BYTES = 16 * 1024;
export const MAX_TEXT_BYTES = 1024 * 1024;
/** An unauthenticated client must send its whole body at once; phones of people at work may lose their network. */
const ANONYMOUS_PACE = { graceMs: 10_000, bytesPerSecond: Number.POSITIVE_INFINITY };
const PACE = { graceMs: 30_000, bytesPerSecond: 4_096 };
const MAX_FORM_FIELDS = 200;
const MAX_JSON_DEPTH = 20;

export const smallText = createMiddleware<Env>(async (c, next) => {
  c.set('mostBytes', MAX_ANONYMOUS_BYTES);
  await next();
});

export function isMultipart(c: Ctx): boolean {
  return /^multipart\/form-data\b/i.test(c.req.header('Content-Type') ?? '');
}

export function isUrlEncoded(c: Ctx): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(c.req.header('Content-Type') ?? '');
}

/** Throws ERR_TOO_LARGE, ERR_BODY_TOO_SLOW, ERR_UNSUPPORTED_MEDIA, ERR_BODY_ENCODING, ERR_VALIDATION. */
export async function readJson(c: Ctx): Promise<void> {
  const text = await readText(c);
  if (isTooDeep(text)) throw new AppError('ERR_VALIDATION');
}

/** Throws like `readJson`, and ERR_VALIDATION for too many fields. */
export async function readForm(c: Ctx): Promise<void> {
  const text = await readText(c);
  if (text.split('&', MAX_FORM_FIELDS + 1).length > MAX_FORM_FIELDS) throw new AppError('ERR_VALIDATION');
  const form = new FormData();
  for (const [name, value] of new URLSearchParams(text)) form.append(name, value);
  cacheForm(c, form);
}

async function readText(c: Ctx): Promise<string> {
  if (isMultipart(c)) throw new AppError('ERR_UNSUPPORTED_MEDIA');
  const cache = cacheOf(c);
  cache.text ??= readBodyText(c);
  return cache.text;
}

async function readBodyText(c: Ctx): Promise<string> {
  const most = c.get('mostBytes');
  const packed = c.req.header('Content-Encoding') ?? 'identity';
  if (!/^identity$/i.test(packed.trim())) throw new AppError('ERR_BODY_ENCODING', {}, { isPublic: true });
  const pace = most === MAX_ANONYMOUS_BYTES ? ANONYMOUS_PACE : PACE;
  const bytes = await boundedBytes(c.req.raw, most, pace);
  if (bytes === undefined) throw new AppError('ERR_TOO_LARGE', { bytes: most });
  return decodeText(bytes, c.req.header('Content-Type') ?? '');
}

function cacheOf(c: Ctx): { text?: Promise<string>; formData?: Promise<FormData> } {
  return c.req.bodyCache as ReturnType<typeof cacheOf>;
}

export function cacheForm(c: Ctx, form: FormData): void {
  cacheOf(c).formData = Promise.resolve(form);
}

export async function cachedJson(c: Ctx): Promise<unknown> {
  return JSON.parse((await cacheOf(c).text) ?? 'null');
}

export async function cachedForm(c: Ctx): Promise<FormData | undefined> {
  return cacheOf(c).formData;
}

const [QUOTE, BACKSLASH] = ['"', '\\'].map((char) => char.charCodeAt(0));
const OPENING = new Set([...'[{'].map((char) => char.charCodeAt(0)));
const CLOSING = new Set([...']}'].map((char) => char.charCodeAt(0)));

/** Checked before parsing: a parser would build the whole nested value. */
export function isTooDeep(json: string): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < json.length; at += 1) {
    const char = json.charCodeAt(at);
    if (isText && char === BACKSLASH) at += 1;
    else if (char === QUOTE) isText = !isText;
    else if (!isText && OPENING.has(char)) depth += 1;
    else if (!isText && CLOSING.has(char)) depth -= 1;
    if (depth > MAX_JSON_DEPTH) return true;
  }
  return false;
}
