import type { z } from 'zod';
import { parsedJson } from '../../core/parse-json.ts';
import { retryAfterMs } from '../../core/queue/retry.ts';
import type { Call, SafeCall } from '../../core/security/safe-call.ts';
import { FetchRefused, type RefusedBecause } from '../../core/security/safe-fetch.ts';
import { ResponderFailed, type ResponderFault } from './responder.port.ts';

/** The only way for adapters to call an address that a company configured. */
export type Reach = { safeCall: SafeCall; signal: AbortSignal };

export type Question = Omit<Call, 'signal' | 'timeoutMs' | 'maxBytes' | 'body'> & {
  url: string;
  json?: unknown;
  text?: string;
  timeoutMs?: number;
  maxBytes?: number;
};

export type ServiceReply = { status: number; text: string };

const TIMEOUT_MS = 15_000;
const MAX_BYTES = 1024 * 1024;

/** Any status except those that mean 'later' or 'unauthorized'. Throws ResponderFailed. */
export async function ask({ safeCall, signal }: Reach, question: Question): Promise<ServiceReply> {
  const { url, json, text, headers, timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES, ...call } = question;
  const body = json === undefined ? text : JSON.stringify(json);
  const type: Record<string, string> = json === undefined ? {} : { 'Content-Type': 'application/json' };
  const reply = await understood(
    safeCall(url, {
      ...call,
      headers: { Accept: 'application/json', ...type, ...headers },
      ...(body !== undefined && { body }),
      ...{ signal, timeoutMs, maxBytes },
    }),
  );
  requireWilling(reply);
  return { status: reply.status, text: await understood(reply.text()) };
}

/** Throws ResponderFailed 'broken' for another status, for invalid JSON, and for JSON of another shape. */
export async function askJson<S extends z.ZodType>(
  reach: Reach,
  question: Question,
  shape: S,
): Promise<z.output<S>> {
  return read(await ask(reach, question), shape);
}

export function read<S extends z.ZodType>({ status, text }: ServiceReply, shape: S): z.output<S> {
  if (status < 200 || status > 299) throw new ResponderFailed('broken', `status ${status}`);
  const parsed = shape.safeParse(jsonOf(text));
  if (!parsed.success) throw new ResponderFailed('broken', 'an answer of another shape');
  return parsed.data;
}

/** Throws ResponderFailed 'broken'. */
export function jsonOf(text: string): unknown {
  const parsed = parsedJson(text);
  if (parsed === undefined) throw new ResponderFailed('broken', 'an answer that is no JSON');
  return parsed;
}

function requireWilling(reply: Response): void {
  const { status } = reply;
  if (status === 401 || status === 403) throw new ResponderFailed('refused', `status ${status}`);
  if (status === 408 || status === 504) throw new ResponderFailed('timeout', `status ${status}`);
  if (status === 429 || status === 503) {
    const wait = retryAfterMs(reply.headers);
    throw new ResponderFailed('busy', `status ${status}`, wait ? { retryAfterMs: wait } : {});
  }
}

async function understood<T>(work: Promise<T>): Promise<T> {
  return work.catch((cause: unknown) => {
    throw asFailure(cause);
  });
}

const FAULTS: Record<RefusedBecause, ResponderFault> = {
  bad_url: 'unset',
  not_public: 'unreachable',
  not_named: 'unreachable',
  plain: 'unreachable',
  unknown_host: 'unreachable',
  too_many_redirects: 'unreachable',
  status: 'broken',
  wrong_type: 'broken',
  too_large: 'broken',
  timeout: 'timeout',
  network: 'unreachable',
};

/** A reader cut off by the deadline does not throw FetchRefused. */
export function asFailure(cause: unknown): ResponderFailed {
  if (cause instanceof ResponderFailed) return cause;
  if (cause instanceof FetchRefused)
    return new ResponderFailed(FAULTS[cause.reason], cause.reason, { cause });
  const isCut = cause instanceof Error && ['AbortError', 'TimeoutError'].includes(cause.name);
  return new ResponderFailed(isCut ? 'timeout' : 'unreachable', 'cut off', { cause });
}
