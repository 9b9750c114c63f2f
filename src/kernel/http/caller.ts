import type { Config } from '../../config.ts';
import { plainAddress } from '../address.ts';

/** What a request's own lines say of it, as far as they can be believed. */
export type Caller = {
  /** The peer, or what the trusted proxy says of it. */
  address: string;
  /** Scheme and host under which the reader sees us. */
  origin: string;
  isViaProxy: boolean;
  /** Its host is none: nothing of it is worked on. */
  isMalformed: boolean;
};

type Asked = { url: string; headers: Headers; peer: string };

const HOST = /^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i;
const NOWHERE = 'http://malformed.invalid';

export function callerOf({ url, headers, peer }: Asked, config: Config): Caller {
  const { trustedProxy } = config;
  const viaProxy = trustedProxy !== undefined && plainAddress(peer) === plainAddress(trustedProxy);
  // The last entry is the one our own proxy added; earlier ones are the client's word.
  const forwarded = viaProxy ? headers.get('X-Forwarded-For')?.split(',').at(-1)?.trim() : undefined;
  const asked = URL.parse(url);
  const scheme = (viaProxy && headers.get('X-Forwarded-Proto')) || asked?.protocol.slice(0, -1) || 'http';
  const host = (viaProxy && headers.get('X-Forwarded-Host')) || headers.get('Host') || asked?.host || '';
  const origin = `${scheme}://${host}`;
  const isMalformed = !asked || !HOST.test(host) || !/^https?$/.test(scheme) || !URL.canParse(origin);
  return {
    address: forwarded || peer,
    origin: config.publicUrl ? new URL(config.publicUrl).origin : isMalformed ? NOWHERE : origin,
    isViaProxy: viaProxy,
    isMalformed,
  };
}

/** A request without an address of its own, to be refused like any other: with its id, its headers and a line in the log. */
export function nowhere({ method, headers }: Request): Request {
  return new Request(NOWHERE, { method, headers });
}
