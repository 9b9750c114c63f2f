import { createMiddleware } from 'hono/factory';
import { fingerprint } from '../../security/secrets.ts';
import type { Env } from '../env.ts';
import { SESSION_COOKIE } from './authenticate.ts';
import { putCookie, readCookie } from './cookies.ts';

const COOKIE = 'balcao_company';
const SEVEN_DAYS = 7 * 86_400;
const MARK_LENGTH = 8;

/** For a load balancer, which may send the next request straight to the owner of the person's company. */
export function ownerCookie(nodeUrl: string) {
  const mark = fingerprint(nodeUrl).slice(0, MARK_LENGTH);
  return createMiddleware<Env>(async (c, next) => {
    await next();
    if (readCookie(c, SESSION_COOKIE) === undefined || readCookie(c, COOKIE) === mark) return;
    putCookie(c, COOKIE, mark, { maxAge: SEVEN_DAYS });
  });
}
