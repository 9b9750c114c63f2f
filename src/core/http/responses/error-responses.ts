import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { isDamaged, isDatabaseTrouble, isDiskFull, isLocked } from '../../db/driver/database-errors.ts';
import { AppError, type ErrorCode, InvalidInput } from '../../errors.ts';
import type { Translate } from '../../i18n.ts';
import { type Ctx, isHtmx } from '../env.ts';
import { translateFields } from '../routing/validate.ts';
import { rememberAskedPage } from '../sessions/asked-page.ts';
import { leadTo, trigger } from './respond.ts';

/** An unknown error is logged, and none of its content reaches the client. */
export function asAppError(error: unknown, c: Ctx): AppError {
  const known = toAppError(error, c);
  setRetryAfter(c, known);
  // The rest of the body would be read as the next request.
  if (known.status === 408) c.header('Connection', 'close');
  return known;
}

export function setRetryAfter(c: Ctx, { status, details }: AppError): void {
  const isTemporary = status === 429 || status === 503;
  if (isTemporary && typeof details.seconds === 'number') c.header('Retry-After', String(details.seconds));
}

function toAppError(error: unknown, c: Ctx): AppError {
  if (isDatabaseTrouble(error) || isDiskFull(error)) return asTrouble(error, c);
  if (error instanceof AppError) return noted(error, c);
  if (error instanceof HTTPException && error.status < 500) {
    if (error.message.startsWith('Malformed JSON'))
      return new AppError('ERR_MALFORMED_JSON', {}, { isPublic: true, cause: error });
    return new AppError(error.status === 413 ? 'ERR_TOO_LARGE' : 'ERR_VALIDATION', {}, { cause: error });
  }
  c.var.log.error({ err: error, path: c.req.routePath }, 'a request failed');
  return new AppError('ERR_INTERNAL', {}, { cause: error });
}

const REFUSED = [403, 429];
/** Each client gets it every quarter of an hour, and refreshes. */
const USUAL: ErrorCode[] = ['ERR_INVALID_TOKEN'];

/** Logs forbidden and too frequent attempts; an unauthenticated client has no ids. */
function noted(error: AppError, c: Ctx): AppError {
  if (!REFUSED.includes(error.status) || USUAL.includes(error.code)) return error;
  const actor = c.var.scope?.actor;
  const who = actor?.kind === 'user' ? { companyId: actor.companyId, userId: actor.id } : {};
  const { code } = error;
  c.var.log.warn({ code, ...who, address: c.var.address, path: c.req.routePath }, 'refused');
  return error;
}

/** A lock or a full disk is temporary, so its code wins over the code that a service function wrapped around it. */
function asTrouble(error: unknown, c: Ctx): AppError {
  c.var.log.error({ err: error, path: c.req.routePath }, 'the database is in trouble');
  if (isDiskFull(error)) return new AppError('ERR_NO_SPACE', {}, { cause: error });
  if (isLocked(error)) return new AppError('ERR_DATABASE_BUSY', {}, { cause: error });
  return new AppError(isDamaged(error) ? 'ERR_COMPANY_DATA_DAMAGED' : 'ERR_INTERNAL', {}, { cause: error });
}

/** Contract: this exact text makes existing clients refresh their token and try again. */
const CONTRACT_TEXTS: Partial<Record<ErrorCode, string>> = {
  ERR_INVALID_TOKEN: "Invalid token. We'll try to assign a new one on next request",
};

/** `{ error: code, …details }`. With `isPublic`, `error` is the sentence or the first input message. */
export function jsonError(error: unknown, c: Ctx): Response {
  const known = asAppError(error, c);
  if (known instanceof InvalidInput) {
    const fields = translateFields(c, known.fields);
    return c.json(
      { error: Object.values(fields)[0] ?? c.var.t('errors:ERR_VALIDATION'), code: known.code, fields },
      400,
    );
  }
  const reply = known.isPublic
    ? { error: errorText(c, known), code: known.code }
    : { error: CONTRACT_TEXTS[known.code] ?? known.code };
  return c.json({ ...known.details, ...reply }, known.status as ContentfulStatusCode);
}

const PHRASES: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  408: 'Request Timeout',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  507: 'Insufficient Storage',
};

/** RFC 9457: the code's text in the caller's language, and the details as separate members. */
export function problemJson(error: unknown, c: Ctx): Response {
  const known = asAppError(error, c);
  const { code, status, details } = known;
  const fields = known instanceof InvalidInput ? translateFields(c, known.fields) : {};
  const problem = {
    ...details,
    type: 'about:blank',
    title: PHRASES[status],
    status,
    detail: errorText(c, known),
    code,
    ...(known instanceof InvalidInput && {
      errors: Object.entries(fields).map(([field, detail]) => ({ field, detail })),
    }),
  };
  c.header('Content-Type', 'application/problem+json');
  return c.body(JSON.stringify(problem), status as ContentfulStatusCode);
}

export async function htmlError(
  error: unknown,
  c: Ctx,
  errorPage: (c: Ctx, error: AppError) => Promise<Response>,
): Promise<Response> {
  const known = asAppError(error, c);
  if (known.code === 'ERR_SESSION_EXPIRED') {
    rememberAskedPage(c);
    return leadTo(c, '/login');
  }
  const actor = c.get('scope')?.actor;
  const setUp = actor?.kind === 'user' ? actor.mustSetUp : undefined;
  if (setUp && known.code === setUp.code) return leadTo(c, setUp.page);
  if (!isHtmx(c)) return errorPage(c, known);
  trigger(c, { toast: { level: 'error', text: errorText(c, known) } });
  c.header('HX-Reswap', 'none');
  return c.text(known.code, known.status as ContentfulStatusCode);
}

export function errorText(c: Ctx, error: AppError): string {
  const vars = Object.fromEntries(
    Object.entries(error.details).map(([key, value]) => [key, String(value ?? '')]),
  );
  if (error instanceof InvalidInput) {
    const first = Object.values(error.fields)[0];
    if (first) return c.var.t(first, vars);
  }
  return sentenceOf(c.var.t, error.code, vars);
}

/** Without details the message is general and never contains the name of what is missing. */
export function sentenceOf(t: Translate, code: string, details: Record<string, string>): string {
  const text = t(`errors:${code}`, details);
  return text.includes('{{') ? t(`errors:${code}`, { context: 'plain' }) : text;
}
