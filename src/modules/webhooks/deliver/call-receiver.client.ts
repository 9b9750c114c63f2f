import { retryAfterMs } from '@/core/queue/retry.ts';
import type { Scope } from '@/core/scope.ts';
import { FetchRefused, type RefusedBecause } from '@/core/security/safe-fetch.ts';
import { signedHeaders } from '@/core/security/standard-webhooks.ts';
import { secretsOf } from '../webhook-secret.logic.ts';
import type { DeliveryRow, WebhookRow } from '../webhooks.queries.ts';

/** `error` is a key under `webhooks:error.*`, '' for success. */
export type Outcome = {
  error: RefusedBecause | 'redirect' | 'gone' | 'no_secret' | '';
  status: number | null;
  answer: string;
  retryAfterMs?: number;
};

const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 2_000;
const MAX_BYTES = 1024 * 1024;
const GONE = 410;
const BUSY = [429, 503];

export async function callReceiver(
  scope: Scope,
  hook: WebhookRow,
  { uuid, body }: Pick<DeliveryRow, 'uuid' | 'body'>,
): Promise<Outcome> {
  const { kernel } = scope;
  const secrets = secretsOf(scope, hook);
  if (secrets.length === 0) return { error: 'no_secret', status: null, answer: '' };
  const headers = {
    'Content-Type': 'application/json',
    Accept: '*/*',
    ...signedHeaders({ id: uuid, at: scope.now(), body }, secrets),
  };
  const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES };
  // The id makes a repeated request harmless.
  const call = { method: 'POST', headers, body, isRepeatable: true as const, ...limits };
  try {
    const reply = await kernel.services.safeCall(hook.url, { ...call, signal: kernel.stopping });
    return outcomeOf(reply, await beginningOf(reply));
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error;
    // A shutdown is not the receiver's failure.
    if (kernel.stopping.aborted) throw error;
    return { error: error.reason, status: null, answer: '' };
  }
}

function outcomeOf({ status, ok, headers }: Response, answer: string): Outcome {
  if (ok) return { error: '', status, answer };
  if (status === GONE) return { error: 'gone', status, answer };
  if (status >= 300 && status < 400) return { error: 'redirect', status, answer };
  const wait = BUSY.includes(status) ? retryAfterMs(headers) : undefined;
  return { error: 'status', status, answer, ...(wait && { retryAfterMs: wait }) };
}

/** Errors after the status do not change the outcome. */
async function beginningOf(reply: Response): Promise<string> {
  const reader = reply.body?.getReader();
  if (!reader) return '';
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    while (size < MAX_ANSWER_BYTES) {
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
      size += value.length;
    }
  } catch {}
  reader.cancel().catch(() => undefined);
  return Buffer.concat(parts).subarray(0, MAX_ANSWER_BYTES).toString();
}
