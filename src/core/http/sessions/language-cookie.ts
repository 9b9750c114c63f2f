import type { Locale } from '../../i18n.ts';
import type { Ctx } from '../env.ts';
import { dropCookie, putCookie } from './cookies.ts';

export const LANGUAGE_COOKIE = 'lang';
const YEAR = 365 * 86_400;

export function setLanguageCookie(c: Ctx, language: Locale | null): void {
  if (language === null) dropCookie(c, LANGUAGE_COOKIE);
  else putCookie(c, LANGUAGE_COOKIE, language, { httpOnly: false, maxAge: YEAR });
}
