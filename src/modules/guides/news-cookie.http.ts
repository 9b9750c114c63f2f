import type { Ctx } from '@/core/http/env.ts';
import { putCookie, readCookie } from '@/core/http/sessions/cookies.ts';
import { requireUser } from '@/core/policy.ts';
import { VERSION } from '@/version.ts';

const A_YEAR = 365 * 24 * 3600;

/** Only a browser that knows an earlier version has news: nothing is new to a new user. */
export function hasUnreadNews(c: Ctx): boolean {
  const known = readCookie(c, nameFor(c));
  if (known === undefined) markNewsRead(c);
  return known !== undefined && known !== VERSION;
}

export function markNewsRead(c: Ctx): void {
  putCookie(c, nameFor(c), VERSION, { maxAge: A_YEAR });
}

/** Colleagues may use the same browser in turn. */
function nameFor(c: Ctx): string {
  const { companyId, id } = requireUser(c.var.scope);
  return `news.${companyId}.${id}`;
}
