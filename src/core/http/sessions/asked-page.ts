import { type Ctx, isHtmx } from '../env.ts';
import { dropCookie, putCookie, readCookie } from './cookies.ts';

const COOKIE = 'asked';
const REMEMBERED_SECONDS = 600;
const LONGEST = 1_000;

/** A cookie, because signing in may take several pages. */
export function rememberAskedPage(c: Ctx): void {
  const { pathname, search } = new URL(c.req.url);
  const asked = pathname + search;
  const isDocument =
    c.req.method === 'GET' && !isHtmx(c) && (c.req.header('Sec-Fetch-Dest') ?? 'document') === 'document';
  if (isDocument && asked.length <= LONGEST) putCookie(c, COOKIE, asked, { maxAge: REMEMBERED_SECONDS });
}

/** A cookie can be forged, so only addresses of this site pass. */
export function takeAskedPage(c: Ctx): string | undefined {
  const asked = readCookie(c, COOKIE);
  if (!asked) return undefined;
  dropCookie(c, COOKIE);
  return /^\/(?![/\\])/.test(asked) ? asked : undefined;
}
