import { createRecent } from '../bounded-cache.ts';
import type { Clock } from '../clock.ts';
import { isSignature, sign } from '../security/secrets.ts';

export const FORWARDED_HEADER = 'X-Balcao-Forwarded';

export type Forwarded = {
  companyId: number;
  peer: string;
};

const VALID_MS = 60_000;
const MAX_NONCES = 100_000;

export type RequestSigner = {
  sign(request: Pick<Request, 'method' | 'url'>, forwarded: Forwarded): string;
  /** Undefined unless another node signed exactly this request, lately and for the first time. */
  verify(request: Request): Forwarded | undefined;
};

/** HMAC-SHA256 of method, path, company, time, nonce and address. */
export function createRequestSigner(secret: string, clock: Clock, nonce: () => string): RequestSigner {
  const key = Buffer.from(secret);
  const used = createRecent<true>({ entries: MAX_NONCES, lifeMs: 2 * VALID_MS });
  const textOf = ({ method, url }: Pick<Request, 'method' | 'url'>, parts: string) => {
    const { pathname, search } = new URL(url);
    return `${method}\n${pathname}${search}\n${parts}`;
  };

  return {
    sign(request, { companyId, peer }) {
      const address = Buffer.from(peer).toString('base64url');
      const parts = [companyId, clock().getTime(), nonce(), address].join('.');
      return `${parts}.${sign(key, textOf(request, parts))}`;
    },
    verify(request) {
      const header = request.headers.get(FORWARDED_HEADER) ?? '';
      const at = header.lastIndexOf('.');
      const parts = header.slice(0, Math.max(at, 0));
      if (!isSignature(key, textOf(request, parts), header.slice(at + 1))) return undefined;
      const [companyId, time, id = '', address = ''] = parts.split('.');
      if (Math.abs(clock().getTime() - Number(time)) > VALID_MS || used.has(id)) return undefined;
      used.set(id, true);
      return { companyId: Number(companyId), peer: Buffer.from(address, 'base64url').toString() };
    },
  };
}
