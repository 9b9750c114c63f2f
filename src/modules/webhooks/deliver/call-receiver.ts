import { FetchRefused, type RefusedBecause } from '@/kernel/safe-fetch.ts';
import type { Scope } from '@/kernel/scope.ts';
import { openText } from '@/kernel/sealed.ts';
import type { DeliveryRow, WebhookRow } from '../webhooks.queries.ts';
import { signedHeaders } from './signature.ts';

/** `error` is a key under `webhooks:error.*`, '' for success. */
export type Outcome = {
  error: RefusedBecause | 'redirect' | 'gone' | 'no_secret' | '';
  status: number | null;
  answer: string;
  /** What a busy receiver asked for. */
  retryAfterMs?: number;
};

const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 2_000;
/** An answer may be longer than what is kept of it; reading stops there. */
const MAX_BYTES = 1024 * 1024;
const GONE = 410;
const BUSY = [429, 503];
const MAX_RETRY_AFTER_S = 3_600;

export const secretName = (companyId: number, id: number) => `webhooks:${companyId}:${id}:secret`;

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
  const call = { method: 'POST', headers, body, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES };
  try {
    const reply = await kernel.services.safeCall(hook.url, { ...call, signal: kernel.stopping });
    return outcomeOf(reply, await beginningOf(reply));
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error;
    // Its own end is no failure of the receiver's.
    if (kernel.stopping.aborted) throw error;
    return { error: error.reason, status: null, answer: '' };
  }
}

/** Those that cannot be opened, under another key file, are left out. */
function secretsOf({ kernel, companyId, now }: Scope, hook: WebhookRow): string[] {
  const name = secretName(companyId, hook.id);
  const isOldValid = hook.previousUntil !== null && hook.previousUntil > now();
  const sealed = isOldValid ? [hook.secret, hook.previousSecret] : [hook.secret];
  return sealed.map((text) => openText(kernel, name, text)).filter((text) => text !== '');
}

function outcomeOf({ status, ok, headers }: Response, answer: string): Outcome {
  if (ok) return { error: '', status, answer };
  if (status === GONE) return { error: 'gone', status, answer };
  if (status >= 300 && status < 400) return { error: 'redirect', status, answer };
  const seconds = BUSY.includes(status) ? Number(headers.get('Retry-After')) : 0;
  const wait = seconds > 0 ? Math.min(seconds, MAX_RETRY_AFTER_S) * 1000 : 0;
  return { error: 'status', status, answer, ...(wait > 0 && { retryAfterMs: wait }) };
}

/** Whatever an answer does behind its status changes nothing of it. */
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
  } catch {
    // Too late or broken off: what came is kept.
  }
  reader.cancel().catch(() => undefined);
  return Buffer.concat(parts).subarray(0, MAX_ANSWER_BYTES).toString();
}
