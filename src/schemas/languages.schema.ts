import type { Locale } from '../core/i18n.ts';

/** BCP 47. */
const LANGUAGE_TAGS = { pt: 'pt-BR', en: 'en', es: 'es' } as const satisfies Record<Locale, string>;

export function formatReais(value: number, { locale }: { locale: Locale }): string {
  return new Intl.NumberFormat(LANGUAGE_TAGS[locale], {
    style: 'currency',
    currency: 'BRL',
    currencyDisplay: 'narrowSymbol',
  }).format(value);
}

type Reader = { locale: Locale; timeZone: string };

/** `10 de março de 2026 às 09:05`: unlike 10/03, day and month cannot be confused. */
export function formatMoment(at: Date, { locale, timeZone }: Reader): string {
  return at.toLocaleString(LANGUAGE_TAGS[locale], { timeZone, dateStyle: 'long', timeStyle: 'short' });
}

export function formatDay(at: Date, { locale, timeZone }: Reader): string {
  return at.toLocaleDateString(LANGUAGE_TAGS[locale], { timeZone, dateStyle: 'long' });
}

/** `mar. de 2026`, of `2026-03`. */
export function formatMonth(month: string, { locale }: Pick<Reader, 'locale'>): string {
  return new Date(month).toLocaleDateString(LANGUAGE_TAGS[locale], {
    timeZone: 'UTC',
    month: 'short',
    year: 'numeric',
  });
}

/** `9 – 15 de março`. */
export function formatDays(from: string, to: string, { locale }: Pick<Reader, 'locale'>): string {
  const format = new Intl.DateTimeFormat(LANGUAGE_TAGS[locale], {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'long',
  });
  return format.formatRange(new Date(from), new Date(to));
}

/** `1204,90`: for the field of an amount. */
export function formatAmount(amount: number, { locale }: Pick<Reader, 'locale'>): string {
  const cents = { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: false };
  return new Intl.NumberFormat(LANGUAGE_TAGS[locale], cents).format(amount);
}

export function formatCount(count: number, { locale }: Pick<Reader, 'locale'>): string {
  return new Intl.NumberFormat(LANGUAGE_TAGS[locale]).format(count);
}
