import { type Translate, useT } from '@views/i18n.tsx';
import { useEffect, useState } from 'react';
import { loadErrorTexts } from '../texts.ts';
import { ApiError, UNKNOWN } from './api.ts';

/** Codes have texts; the message of a refused input is text already. */
export function errorText(t: Translate, error: unknown): string {
  const { code, status, details } = error instanceof ApiError ? error : new ApiError(UNKNOWN, 1);
  if (/\W/.test(code)) return code;
  const text = t(`errors:${code}`, details as Parameters<Translate>[1]);
  return text === code ? general(status === 0 ? 'textNetwork' : 'textUnknown') : text;
}

/** A failed message has its code only; the texts may be loaded when it is first shown. */
export function useReason(code: string | null): string {
  const t = useT();
  const [, setLoaded] = useState(false);
  useEffect(() => {
    if (code) void loadErrorTexts().then(() => setLoaded(true));
  }, [code]);
  if (!code) return '';
  const text = t(`errors:${code}`, { context: 'plain' });
  return text === code ? general('textUnknown') : text;
}

const general = (name: 'textNetwork' | 'textUnknown') => globalThis.document?.body.dataset[name] ?? '';
