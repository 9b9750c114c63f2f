import { createMiddleware } from 'hono/factory';
import { AppError } from '../errors.ts';
import { boundedText } from './bounded-text.ts';
import type { Ctx, Env } from './env.ts';

/** Words of somebody who has not signed in, and of everybody else; files have limits of their own (upload.ts). */
export const MAX_STRANGER_BYTES = 16 * 1024;
export const MAX_WORDS_BYTES = 1024 * 1024;
const MAX_FORM_FIELDS = 200;
const MAX_JSON_DEPTH = 20;

/** Nobody has signed in yet. A body waits in its socket until a handler reads it. */
export const fewWords = createMiddleware<Env>(async (c, next) => {
  c.set('mostBytes', MAX_STRANGER_BYTES);
  await next();
});

export function isMultipart(c: Ctx): boolean {
  return /^multipart\/form-data\b/i.test(c.req.header('Content-Type') ?? '');
}

/** Reads a JSON body for the validator. Throws ERR_TOO_LARGE, ERR_UNSUPPORTED_MEDIA for files, ERR_VALIDATION when it is too deep. */
export async function readJson(c: Ctx): Promise<void> {
  const text = await readText(c);
  if (isTooDeep(text)) throw new AppError('ERR_VALIDATION');
}

/** Reads the fields of a posted form for the validator. Throws as `readJson`, ERR_VALIDATION for too many fields. */
export async function readForm(c: Ctx): Promise<void> {
  const text = await readText(c);
  if (text.split('&', MAX_FORM_FIELDS + 1).length > MAX_FORM_FIELDS) throw new AppError('ERR_VALIDATION');
  const form = new FormData();
  for (const [name, value] of new URLSearchParams(text)) form.append(name, value);
  keepForm(c, form);
}

/** The body as text, kept for the validators. */
async function readText(c: Ctx): Promise<string> {
  if (isMultipart(c)) throw new AppError('ERR_UNSUPPORTED_MEDIA');
  const cache = cacheOf(c);
  cache.text ??= readWords(c);
  return cache.text;
}

async function readWords(c: Ctx): Promise<string> {
  const text = await boundedText(c.req.raw, c.var.mostBytes);
  if (text === undefined) throw new AppError('ERR_TOO_LARGE', { bytes: c.var.mostBytes });
  return text;
}

/** Where Hono and its validators look before they read a body themselves. */
function cacheOf(c: Ctx): { text?: Promise<string>; formData?: Promise<FormData> } {
  return c.req.bodyCache as ReturnType<typeof cacheOf>;
}

export function keepForm(c: Ctx, form: FormData): void {
  cacheOf(c).formData = Promise.resolve(form);
}

/** The posted JSON as it came, once its validator has read it. */
export async function keptJson(c: Ctx): Promise<unknown> {
  return JSON.parse((await cacheOf(c).text) ?? 'null');
}

/** The posted form, as far as it has been read. */
export async function keptForm(c: Ctx): Promise<FormData | undefined> {
  return cacheOf(c).formData;
}

const [QUOTE, BACKSLASH] = ['"', '\\'].map((char) => char.charCodeAt(0));
const OPENING = new Set([...'[{'].map((char) => char.charCodeAt(0)));
const CLOSING = new Set([...']}'].map((char) => char.charCodeAt(0)));

/** In one pass, before a parser would build it. */
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
