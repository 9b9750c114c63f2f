import type { z } from 'zod';
import { parsedJson } from '../kernel/parsed-json.ts';
import { retryAfterMs } from '../kernel/retry-after.ts';
import type { Call, SafeCall } from '../kernel/safe-call.ts';
import { FetchRefused, type RefusedBecause } from '../kernel/safe-fetch.ts';
import { MachineFailed, type MachineFault } from './port.ts';

/** What adapters get to reach a service with: an address that a company gave is called by nothing else. */
export type Reach = { safeCall: SafeCall; signal: AbortSignal };

export type Question = Omit<Call, 'signal' | 'timeoutMs' | 'maxBytes' | 'body'> & {
  url: string;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is. */
  text?: string;
  timeoutMs?: number;
  maxBytes?: number;
};

export type Said = { status: number; text: string };

const TIMEOUT_MS = 15_000;
const MAX_BYTES = 1024 * 1024;
const MOST_WAIT_S = 3_600;

/** An answer of any status but those that say 'later' or 'who are you'. Throws MachineFailed. */
export async function ask({ safeCall, signal }: Reach, question: Question): Promise<Said> {
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

/** Throws MachineFailed 'broken' for another status, for what is no JSON, and for JSON of another shape. */
export async function askJson<S extends z.ZodType>(
  reach: Reach,
  question: Question,
  shape: S,
): Promise<z.output<S>> {
  return read(await ask(reach, question), shape);
}

export function read<S extends z.ZodType>({ status, text }: Said, shape: S): z.output<S> {
  if (status < 200 || status > 299) throw new MachineFailed('broken', `status ${status}`);
  const parsed = shape.safeParse(jsonOf(text));
  if (!parsed.success) throw new MachineFailed('broken', 'an answer of another shape');
  return parsed.data;
}

/** Throws MachineFailed 'broken'. */
export function jsonOf(text: string): unknown {
  const parsed = parsedJson(text);
  if (parsed === undefined) throw new MachineFailed('broken', 'an answer that is no JSON');
  return parsed;
}

function requireWilling(reply: Response): void {
  const { status } = reply;
  if (status === 401 || status === 403) throw new MachineFailed('refused', `status ${status}`);
  if (status === 408 || status === 504) throw new MachineFailed('timeout', `status ${status}`);
  if (status === 429 || status === 503) {
    const wait = retryAfterMs(reply.headers, MOST_WAIT_S);
    throw new MachineFailed('busy', `status ${status}`, wait ? { retryAfterMs: wait } : {});
  }
}

async function understood<T>(work: Promise<T>): Promise<T> {
  return work.catch((cause: unknown) => {
    throw asFailure(cause);
  });
}

const FAULTS: Record<RefusedBecause, MachineFault> = {
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

/** What a reader throws when the deadline cuts an answer off is no FetchRefused. */
export function asFailure(cause: unknown): MachineFailed {
  if (cause instanceof MachineFailed) return cause;
  if (cause instanceof FetchRefused) return new MachineFailed(FAULTS[cause.reason], cause.reason, { cause });
  const isCut = cause instanceof Error && ['AbortError', 'TimeoutError'].includes(cause.name);
  return new MachineFailed(isCut ? 'timeout' : 'unreachable', 'cut off', { cause });
}
