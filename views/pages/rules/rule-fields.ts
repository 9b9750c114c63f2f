import type { HAPPENINGS } from '@/modules/rules/rules.schema.ts';
import { paths, withQuery } from '@/paths.ts';
import type { Translate } from '../../i18n.tsx';
import type { Option } from '../../ui/fields/field.tsx';

export type RuleValues = {
  name: string;
  isActive: boolean;
  when: (typeof HAPPENINGS)[number];
  words: string;
  tagId: string;
  minutes: string;
  connectionId: string;
  queueId: string;
  actions: { do: string; value: string }[];
};

export type RuleChoices = Record<'connection' | 'queue' | 'person' | 'tag' | 'quickMessage', Option[]>;

export const SENTENCE = 'rule-sentence';

export function redraws(change: Record<string, string | number> = {}): Record<string, string> {
  return {
    'hx-post': withQuery(paths.ruleDraft(), change),
    'hx-target': `#${SENTENCE}`,
    'hx-swap': 'outerHTML',
  };
}

/** A chosen option that was deleted stays visible, so that saving does not choose another. */
export function withNone(none: string, options: Option[], chosen: string, t: Translate): Option[] {
  const isKnown = chosen === '' || options.some(({ value }) => String(value) === chosen);
  const gone = isKnown ? [] : [{ value: chosen, label: t('rules:gone') }];
  return [{ value: '', label: none }, ...gone, ...options];
}
