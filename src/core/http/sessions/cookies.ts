import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { Ctx } from '../env.ts';

type Options = {
  /** Seconds. */
  maxAge: number;
  httpOnly?: boolean;
  sameSite?: 'Lax' | 'None';
};

export function putCookie(c: Ctx, name: string, value: string, options: Options): void {
  setCookie(c, nameOf(c, name), value, { httpOnly: true, sameSite: 'Lax', ...options, ...cookieOptions(c) });
}

export function readCookie(c: Ctx, name: string): string | undefined {
  return getCookie(c, nameOf(c, name));
}

export function dropCookie(c: Ctx, name: string): void {
  deleteCookie(c, nameOf(c, name), cookieOptions(c));
}

/** With this prefix no other host of the domain can set it, and none gets it (RFC 6265bis §4.1.3.2). Plain http has none. */
const nameOf = (c: Ctx, name: string) => (isSecure(c) ? `__Host-${name}` : name);
const cookieOptions = (c: Ctx) => ({ path: '/', secure: isSecure(c) });
const isSecure = (c: Ctx) => c.get('origin').startsWith('https:');
