import type { Browser } from '../../security/client-browser.ts';
import type { Ctx } from '../env.ts';
import { putCookie, readCookie } from './cookies.ts';

const COOKIE = 'did';
/** The longest lifetime that browsers accept. */
const MAX_AGE_SECONDS = 400 * 86_400;
const MAX_LETTERS = 400;

export function browserOf(c: Ctx): Browser {
  return {
    address: c.get('address'),
    agent: (c.req.header('User-Agent') ?? '').slice(0, MAX_LETTERS),
    device: (readCookie(c, COOKIE) ?? '').slice(0, MAX_LETTERS),
  };
}

export function setDeviceCookie(c: Ctx, device: string): void {
  const secure = c.get('origin').startsWith('https:');
  const sameSite = secure && c.get('kernel').config.allowedOrigins.length > 0 ? 'None' : 'Lax';
  putCookie(c, COOKIE, device, { sameSite, maxAge: MAX_AGE_SECONDS });
}
