import type { Ctx } from '@/core/http/env.ts';
import { putCookie, readCookie } from '@/core/http/sessions/cookies.ts';
import { requireUser } from '@/core/policy.ts';
import { VERSION } from '@/version.ts';

const COOKIE = 'news';
const A_YEAR = 365 * 24 * 3600;

export function hasUnreadNews(c: Ctx): boolean {
  return readCookie(c, COOKIE) !== readBy(c);
}

export function markNewsRead(c: Ctx): void {
  putCookie(c, COOKIE, readBy(c), { maxAge: A_YEAR });
}

/** Colleagues may use the same browser in turn. */
function readBy(c: Ctx): string {
  const { companyId, id } = requireUser(c.var.scope);
  return `${companyId}.${id}.${VERSION}`;
}
