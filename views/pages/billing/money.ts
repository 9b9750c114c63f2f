import type { I18n } from '../../i18n.tsx';

/** Reais, as the reader's language writes them. */
export function formatReais(value: number, { locale }: Pick<I18n, 'locale'>): string {
  const tag = locale === 'pt' ? 'pt-BR' : locale;
  return new Intl.NumberFormat(tag, { style: 'currency', currency: 'BRL' }).format(value);
}
