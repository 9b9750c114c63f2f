import type OpenAI from 'openai';
import { retryAfterMs } from '@/core/queue/retry.ts';
import type { SafeCall } from '@/core/security/safe-call.ts';
import { FetchRefused } from '@/core/security/safe-fetch.ts';
import { ResponderFailed } from '../responders/responder.port.ts';
import { fetchBy } from './openai-fetch.ts';

const MAX_WAIT_S = 60;

/** `baseUrl` with its version, e.g. https://api.openai.com/v1. */
export type ModelAccount = { call: SafeCall; baseUrl: string; apiKey: string };

/** Loaded on first use: a server without models does not pay for it. */
export async function openClient({ call, baseUrl, apiKey }: ModelAccount): Promise<OpenAI> {
  const { default: Client } = await import('openai');
  return new Client({
    // Self-hosted servers may need none; the library does.
    apiKey: apiKey || 'none',
    baseURL: baseUrl,
    organization: null,
    project: null,
    maxRetries: 0,
    fetch: fetchBy(call),
    dangerouslyAllowBrowser: true,
  });
}

/** See https://platform.openai.com/docs/guides/error-codes. Omits the answer's text: it may repeat the question. */
export function asResponderFailed(error: unknown, signal: AbortSignal): ResponderFailed {
  if (error instanceof ResponderFailed) return error;
  if (signal.aborted) return new ResponderFailed('timeout');
  const refused = causeOf(error, FetchRefused);
  if (refused)
    return new ResponderFailed(refused.reason === 'timeout' ? 'timeout' : 'unreachable', refused.reason);
  const { status, code, headers } = error as Partial<Record<'status' | 'code' | 'headers', unknown>>;
  const detail =
    `${typeof status === 'number' ? status : ''} ${typeof code === 'string' ? code.slice(0, 60) : ''}`.trim();
  if (typeof status !== 'number') return new ResponderFailed('broken', detail, { cause: error });
  if (status === 401 || status === 403 || code === 'insufficient_quota')
    return new ResponderFailed('refused', detail);
  if (status === 429) {
    const wait = headers instanceof Headers ? retryAfterMs(headers, MAX_WAIT_S) : undefined;
    return new ResponderFailed('busy', detail, { retryAfterMs: wait });
  }
  if (status >= 500) return new ResponderFailed('busy', detail);
  return new ResponderFailed('unset', detail);
}

function causeOf<T>(error: unknown, kind: new (...args: never[]) => T): T | undefined {
  let one: unknown = error;
  for (let depth = 0; depth < 5 && one; depth += 1) {
    if (one instanceof kind) return one;
    one = (one as { cause?: unknown }).cause;
  }
  return undefined;
}
