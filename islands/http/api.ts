import { loadErrorTexts } from '../texts.ts';
import { ApiError, type Encoded, type Options, type Query, UNKNOWN } from './api-error.ts';
import { outlivesPage } from './outlives-page.ts';
import { toLogin } from './redirect-to-login.ts';

export { ApiError, UNKNOWN } from './api-error.ts';

function address(path: string, query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    search.set(name, Array.isArray(value) ? JSON.stringify(value) : String(value));
  }
  const text = search.toString();
  return `/api${path}${text ? `?${text}` : ''}`;
}

function encode(body: unknown): Encoded {
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (body === undefined) return { headers };
  if (body instanceof FormData || body instanceof Blob) return { body, headers };
  return { body: JSON.stringify(body), headers: { ...headers, 'Content-Type': 'application/json' } };
}

/** Throws ApiError (spec part 1 §8). A lost session leads to the login page. */
async function answer<T>(status: number, text: string): Promise<T> {
  let data: unknown;
  try {
    data = text ? JSON.parse(text) : undefined;
  } catch {
    throw new ApiError(UNKNOWN, status);
  }
  if (status >= 200 && status < 300) return data as T;
  const { error = data, ...details } = Object(data) as { error?: unknown };
  if (status === 401) toLogin();
  else await loadErrorTexts();
  throw new ApiError(typeof error === 'string' ? error : UNKNOWN, status, details);
}

async function call<T>(method: string, path: string, body: unknown, options: Options = {}): Promise<T> {
  const url = address(path, options.query);
  const sent = encode(body);
  if (options.meantFor) sent.headers['X-Ticket'] = options.meantFor;
  options.signal?.throwIfAborted();
  if (options.onProgress) {
    const { upload } = await import('./upload.ts').catch(() => {
      throw new ApiError('ERR_NETWORK', 0);
    });
    return upload(method, url, sent, options, answer<T>);
  }
  if (options.onUndo) sent.headers['X-Offer-Undo'] = '1';
  const keepalive = method !== 'GET' && outlivesPage(sent.body ?? '');
  const reply = await fetch(url, { method, ...sent, keepalive, signal: options.signal }).catch(
    (cause: unknown) => {
      if (options.signal?.aborted) throw cause;
      throw new ApiError('ERR_NETWORK', 0);
    },
  );
  const token = reply.headers.get('X-Undo-Token');
  if (token && reply.ok) options.onUndo?.(token);
  return answer<T>(reply.status, await reply.text());
}

/** Paths omit `/api`. Throws ApiError; an abort throws AbortError. */
export const api = {
  get: <T>(path: string, options?: Options) => call<T>('GET', path, undefined, options),
  post: <T>(path: string, body?: unknown, options?: Options) => call<T>('POST', path, body, options),
  put: <T>(path: string, body?: unknown, options?: Options) => call<T>('PUT', path, body, options),
  patch: <T>(path: string, body?: unknown, options?: Options) => call<T>('PATCH', path, body, options),
  delete: <T>(path: string, options?: Options) => call<T>('DELETE', path, undefined, options),
};
