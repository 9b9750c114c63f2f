import type { Locale } from '../i18n.ts';
import { dropCookie, putCookie } from './cookies.ts';
import type { Ctx } from './env.ts';

export const LANGUAGE_COOKIE = 'lang';
const YEAR = 365 * 86_400;

/** The login page sets it too, by script. Null lets the browser's own languages decide. */
export function setLanguageCookie(c: Ctx, language: Locale | null): void {
  if (language === null) dropCookie(c, LANGUAGE_COOKIE);
  else putCookie(c, LANGUAGE_COOKIE, language, { httpOnly: false, maxAge: YEAR });
}
