/** Day and time in the company's time zone. */
export function formatMoment(at: string | Date, locale: string, timeZone: string): string {
  const options = { dateStyle: 'short', timeStyle: 'short', timeZone } as const;
  return new Date(at).toLocaleString(locale === 'pt' ? 'pt-BR' : locale, options);
}
