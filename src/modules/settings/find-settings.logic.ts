import { searchable } from '@/core/db/search.ts';
import type { Scope } from '@/core/scope.ts';
import { SETTINGS_OF, type ShownSetting, SUBJECTS } from './subjects.schema.ts';

/** Settings of which name, explanation or subject hold each term; null for an empty search. */
export function findSettings(t: Scope['t'], query: string): ShownSetting[] | null {
  const terms = searchable(query).split(/\s+/).filter(Boolean);
  if (terms.length === 0) return null;
  return SUBJECTS.flatMap((subject) => {
    const name = t(`settings:subject.${subject}`);
    return SETTINGS_OF[subject].filter((key) => {
      const own = `${t(`settings:key.${key}.label`)} ${t(`settings:key.${key}.hint`)}`;
      const text = searchable(`${own} ${name}`);
      return terms.every((term) => text.includes(term));
    });
  });
}
