import type { SafeCall } from '@/core/security/safe-call.ts';

const TIMEOUT_MS = 20_000;
const MAX_BYTES = 4 * 1024 * 1024;

type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** The address is a company's, so it must go through the safe call. */
export function fetchBy(call: SafeCall): Fetch {
  return async (input, init = {}) => {
    const request = new Request(input, init);
    const body = request.body ? new Uint8Array(await request.arrayBuffer()) : undefined;
    return call(request.url, {
      method: request.method,
      headers: Object.fromEntries(request.headers),
      ...(body && { body }),
      ...(init.signal && { signal: init.signal }),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    });
  };
}
