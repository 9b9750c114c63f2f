import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { SESSION_COOKIE } from './authenticate.ts';
import type { Ctx } from './env.ts';

const SEVEN_DAYS = 7 * 86_400;
/** Of somebody who visits another company: the session they come back to. */
const OWN_COOKIE = 'sid_own';

export function setSessionCookie(c: Ctx, token: string): void {
  put(c, SESSION_COOKIE, token);
}

export function setVisitCookie(c: Ctx, token: string): void {
  const own = getCookie(c, SESSION_COOKIE);
  if (own) put(c, OWN_COOKIE, own);
  put(c, SESSION_COOKIE, token);
}

export function takeOwnSession(c: Ctx): string | undefined {
  const own = getCookie(c, OWN_COOKIE);
  if (own) deleteCookie(c, OWN_COOKIE, { path: '/' });
  return own;
}

function put(c: Ctx, name: string, token: string): void {
  const secure = c.var.origin.startsWith('https:');
  setCookie(c, name, token, { httpOnly: true, secure, sameSite: 'Lax', path: '/', maxAge: SEVEN_DAYS });
}
