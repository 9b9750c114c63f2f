import { deleteCookie, setCookie } from 'hono/cookie';
import type { Locale } from '../i18n.ts';
import type { Ctx } from './env.ts';

export const LANGUAGE_COOKIE = 'lang';
const YEAR = 365 * 86_400;

/** The login page sets it too, by script. Null lets the browser's own languages decide. */
export function setLanguageCookie(c: Ctx, language: Locale | null): void {
  if (language === null) return void deleteCookie(c, LANGUAGE_COOKIE, { path: '/' });
  const secure = c.var.origin.startsWith('https:');
  setCookie(c, LANGUAGE_COOKIE, language, { secure, sameSite: 'Lax', path: '/', maxAge: YEAR });
}
