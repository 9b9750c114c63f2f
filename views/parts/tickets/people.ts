import type { I18n } from '../../i18n.tsx';

export type TicketPerson = { id: number; name: string; state: 'viewing' | 'composing' | 'recording' };

const formats = new Map<string, Intl.ListFormat>();

/** "Bia está digitando…", "Rui e Bia estão vendo": writing goes before viewing. '' for nobody. */
export function peopleText(
  people: readonly TicketPerson[],
  { t, locale }: Pick<I18n, 't' | 'locale'>,
): string {
  const state = (['composing', 'recording', 'viewing'] as const).find((one) =>
    people.some((person) => person.state === one),
  );
  if (!state) return '';
  const names = people.filter((person) => person.state === state).map((person) => person.name);
  let format = formats.get(locale);
  if (!format) {
    format = new Intl.ListFormat(locale, { style: 'long', type: 'conjunction' });
    formats.set(locale, format);
  }
  return t(`tickets:people.${state}`, { count: names.length, names: format.format(names) });
}
