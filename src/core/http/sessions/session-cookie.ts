import type { Ctx } from '../env.ts';
import { SESSION_COOKIE } from './authenticate.ts';
import { dropCookie, putCookie, readCookie } from './cookies.ts';

const SEVEN_DAYS = 7 * 86_400;
const OWN_COOKIE = 'sid_own';

export function setSessionCookie(c: Ctx, token: string): void {
  put(c, SESSION_COOKIE, token);
}

export function setGuestCookie(c: Ctx, token: string): void {
  const own = readCookie(c, SESSION_COOKIE);
  if (own) put(c, OWN_COOKIE, own);
  put(c, SESSION_COOKIE, token);
}

export function dropSessionCookie(c: Ctx): void {
  dropCookie(c, SESSION_COOKIE);
}

/** On https, clears cached files at sign-out; drafts stay, because they are stored per person. */
export function forgetPictures(c: Ctx): void {
  if (c.get('origin').startsWith('https:')) c.header('Clear-Site-Data', '"cache"');
}

export function takeOwnSession(c: Ctx): string | undefined {
  const own = readCookie(c, OWN_COOKIE);
  if (own) dropCookie(c, OWN_COOKIE);
  return own;
}

function put(c: Ctx, name: string, token: string): void {
  putCookie(c, name, token, { maxAge: SEVEN_DAYS });
}
