import { createSafeCall } from './safe-call.ts';
import { FetchRefused, parseAddress, publicInternet, type SafeNetwork } from './safe-fetch.ts';

export type Post = { headers: Record<string, string>; body: Uint8Array };

/** Resolves with the response status. Throws nothing but FetchRefused. */
export type SafePost = (url: string, post: Post) => Promise<number>;

/** For push services whose address a browser gives: https only. */
export function createSafePost(network: SafeNetwork = publicInternet): SafePost {
  const call = createSafeCall(network);
  return async (address, post) => {
    if (parseAddress(address).protocol !== 'https:') throw new FetchRefused('bad_url');
    const reply = await call(address, { ...post, method: 'POST', timeoutMs: network.timeoutMs, maxBytes: 0 });
    // An unread response would hold the connection, and a slow sender would hold it for ever.
    await reply.body?.cancel();
    return reply.status;
  };
}
