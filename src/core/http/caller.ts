import type { Config } from '../../config.ts';
import { plainAddress } from '../security/network-address.ts';

export type Caller = {
  address: string;
  origin: string;
  isViaProxy: boolean;
  isMalformed: boolean;
};

type Asked = { url: string; headers: Headers; peer: string };

const HOST = /^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i;
const NOWHERE = 'http://malformed.invalid';

export function callerOf({ url, headers, peer }: Asked, config: Config): Caller {
  const { trustedProxy } = config;
  const viaProxy = trustedProxy !== undefined && plainAddress(peer) === plainAddress(trustedProxy);
  // Our own proxy appends the last entry; a client can forge the earlier ones.
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

/** For a request whose URL does not parse: it is refused like any other, with an id, headers and a log line. */
export function nowhere({ method, headers }: Request): Request {
  return new Request(NOWHERE, { method, headers });
}
