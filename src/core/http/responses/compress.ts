import { brotliCompressSync, constants } from 'node:zlib';
import type { Ctx } from '../env.ts';

type Coding = 'zstd' | 'br' | 'gzip';

/** Low levels, best first: a page of 200 KB becomes 20 KB in a quarter of the time of rendering it. */
const CODINGS: Record<Coding, (text: string) => Uint8Array<ArrayBuffer>> = {
  zstd: (text) => Bun.zstdCompressSync(text, { level: 1 }) as Uint8Array<ArrayBuffer>,
  br: (text) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  gzip: (text) => Bun.gzipSync(text, { level: 1 }),
};

const LEAST_BYTES = 2_048;

export function htmlReply(c: Ctx, html: string, status: number): Response {
  return reply(c, html, { type: 'text/html; charset=UTF-8', isSafe: isAskedByUs(c), status });
}

export function jsonReply(c: Ctx, value: unknown, status = 200): Response {
  return reply(c, JSON.stringify(value), { type: 'application/json', isSafe: isOwnCall(c), status });
}

type Kind = { type: string; isSafe: boolean; status: number };

function reply(c: Ctx, text: string, { type, isSafe, status }: Kind): Response {
  c.header('Vary', 'Accept-Encoding', { append: true });
  c.header('Content-Type', type);
  const coding = isSafe && text.length >= LEAST_BYTES && codingFor(c.req.header('Accept-Encoding'));
  if (!coding) return c.body(text, status as 200);
  c.header('Content-Encoding', coding);
  return c.body(CODINGS[coding](text), status as 200);
}

/** BREACH: pages hold signed addresses beside text of their query, so another site could learn them from lengths. */
function isAskedByUs(c: Ctx): boolean {
  const site = c.req.header('Sec-Fetch-Site');
  return site === undefined || site === 'same-origin' || site === 'none';
}

/** BREACH: JSON may also hold tokens. Another site can send neither this value nor a token. */
function isOwnCall(c: Ctx): boolean {
  return c.req.header('Sec-Fetch-Site') === 'same-origin' || c.req.header('Authorization') !== undefined;
}

/** RFC 9110 §12.5.3; undefined for none. */
export function codingFor(accepted: string | undefined): Coding | undefined {
  if (!accepted) return undefined;
  const taken = new Set<string>();
  for (const part of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    if (!parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))) taken.add(name);
  }
  return (Object.keys(CODINGS) as Coding[]).find((coding) => taken.has(coding));
}
