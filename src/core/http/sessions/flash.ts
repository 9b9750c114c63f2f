import { type Ctx, isHtmx } from '../env.ts';
import { dropCookie, putCookie, readCookie } from './cookies.ts';

export type Flash = { level: 'success' | 'info' | 'warning' | 'error'; text: string };

const COOKIE = 'flash';
const LEVELS = ['success', 'info', 'warning', 'error'] as const;

export function flash(c: Ctx, level: Flash['level'], key: string, count?: number): void {
  putCookie(c, COOKIE, `${level} ${key} ${count ?? ''}`.trimEnd(), { maxAge: 30 });
}

/**
 * Shown once, by the next document: the live refresh of a part would drop it. A cookie can be forged, so only known
 * levels and translation keys pass.
 */
export function takeFlash(c: Ctx): Flash[] {
  if (isHtmx(c)) return [];
  const [level, key, count = ''] = readCookie(c, COOKIE)?.split(' ') ?? [];
  if (!key || !/^[\w.]+:[\w.]+$/.test(key)) return [];
  dropCookie(c, COOKIE);
  const vars: Record<string, number> = /^\d{1,9}$/.test(count) ? { count: Number(count) } : {};
  return LEVELS.filter((known) => known === level).map((known) => ({
    level: known,
    text: c.var.t(key, vars),
  }));
}
