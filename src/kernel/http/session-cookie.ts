import { setCookie } from 'hono/cookie';
import { SESSION_COOKIE } from './authenticate.ts';
import type { Ctx } from './env.ts';

const SEVEN_DAYS = 7 * 86_400;

export function setSessionCookie(c: Ctx, token: string): void {
  const secure = c.var.origin.startsWith('https:');
  setCookie(c, SESSION_COOKIE, token, {
    httpOnly: true,
    secure,
    sameSite: 'Lax',
    path: '/',
    maxAge: SEVEN_DAYS,
  });
}
