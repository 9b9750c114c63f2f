import { type Ctx, isHtmx } from '../env.ts';
import { dropCookie, putCookie, readCookie } from './cookies.ts';

const COOKIE = 'asked';
const REMEMBERED_SECONDS = 600;
const MAX_LENGTH = 1_000;

/** A cookie, because signing in may take several pages. */
export function rememberAskedPage(c: Ctx): void {
  remember(c, pageOf(c));
}

/** For browser code that finds the session ended; a link on another site remembers nothing. */
export function rememberLeftPage(c: Ctx): void {
  const left = c.req.header('Referer');
  if (left?.startsWith(`${c.get('origin')}/`)) remember(c, left);
}

function remember(c: Ctx, address: string | undefined): void {
  if (!address) return;
  const { pathname, search } = new URL(address, c.get('origin'));
  const asked = pathname + search;
  if (asked.length <= MAX_LENGTH) putCookie(c, COOKIE, asked, { maxAge: REMEMBERED_SECONDS });
}

function pageOf(c: Ctx): string | undefined {
  if (isHtmx(c)) return c.req.header('HX-Current-URL');
  const isDocument = c.req.method === 'GET' && (c.req.header('Sec-Fetch-Dest') ?? 'document') === 'document';
  return isDocument ? c.req.url : undefined;
}

/** A cookie can be forged, so only addresses of this site pass. */
export function takeAskedPage(c: Ctx): string | undefined {
  const asked = readCookie(c, COOKIE);
  if (!asked) return undefined;
  dropCookie(c, COOKIE);
  return /^\/(?![/\\])/.test(asked) ? asked : undefined;
}
