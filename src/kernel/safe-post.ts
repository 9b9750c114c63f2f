import { request } from 'node:https';
import {
  connectionTo,
  FetchRefused,
  parseAddress,
  publicInternet,
  type SafeNetwork,
  withinTime,
} from './safe-fetch.ts';

export type Post = { headers: Record<string, string>; body: Uint8Array };

/** Resolves with the answer's status. Throws nothing but FetchRefused. */
export type SafePost = (url: string, post: Post) => Promise<number>;

/** As `createSafeFetch`, for push services whose address a browser gives: https only, no redirects, one deadline. */
export function createSafePost(network: SafeNetwork = publicInternet): SafePost {
  return (address, post) => withinTime(network.timeoutMs, (signal) => send(network, address, post, signal));
}

async function send(
  network: SafeNetwork,
  address: string,
  { headers, body }: Post,
  signal: AbortSignal,
): Promise<number> {
  const url = parseAddress(address);
  if (url.protocol !== 'https:') throw new FetchRefused('bad_url');
  const where = await connectionTo(network, url);
  return new Promise((resolve, reject) => {
    const options = { ...where, method: 'POST', signal, agent: false as const };
    const call = request({ ...options, headers: { ...headers, Host: url.host } }, (reply) => {
      resolve(reply.statusCode ?? 0);
      // An unread answer would hold the connection, and a slow sender would hold it for ever.
      reply.destroy();
    });
    call.on('error', reject).end(body);
  });
}
