import type { Locale } from './kernel/i18n.ts';

/** BCP 47. */
export const LANGUAGE_TAGS = { pt: 'pt-BR', en: 'en', es: 'es' } as const satisfies Record<Locale, string>;

/** Reais, as the reader's language writes them. */
export function formatReais(value: number, { locale }: { locale: Locale }): string {
  return new Intl.NumberFormat(LANGUAGE_TAGS[locale], { style: 'currency', currency: 'BRL' }).format(value);
}
