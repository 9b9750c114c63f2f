import type { Translate } from '@views/i18n.tsx';
import { ApiError, UNKNOWN } from './api.ts';

/** Codes have texts; the message of a refused input is text already. */
export function errorText(t: Translate, error: unknown): string {
  const { code, details } = error instanceof ApiError ? error : new ApiError(UNKNOWN, 0);
  return /\W/.test(code) ? code : t(`errors:${code}`, details as Parameters<Translate>[1]);
}
