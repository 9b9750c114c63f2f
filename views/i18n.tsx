import { createContext, type ReactNode, useContext } from 'react';

export type Translate = (key: string, vars?: Record<string, string | number>) => string;

export type I18n = {
  locale: 'pt' | 'en' | 'es';
  /** IANA name: the company's zone, never the browser's, so that both renders agree. */
  timeZone: string;
  /** Keys are `namespace:key`, e.g. `t('tags:title')`. */
  t: Translate;
};

const I18nContext = createContext<I18n>({ locale: 'pt', timeZone: 'UTC', t: (key) => key });

export function I18nProvider({ value, children }: { value: I18n; children: ReactNode }) {
  return <I18nContext.Provider value={value}>{children}</I18nContext.Provider>;
}

export function useI18n(): I18n {
  return useContext(I18nContext);
}

export function useT(): Translate {
  return useContext(I18nContext).t;
}
