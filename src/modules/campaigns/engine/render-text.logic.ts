import { cutAt } from '@/core/text.ts';
import { MAX_BODY } from '../../messages/message-limits.schema.ts';
import { fillAround } from '../../messages/write/fill-placeholders.schema.ts';
import { VARIABLE, valueNamed } from '../../messages/write/variable-names.schema.ts';
import { firstNameOf, nameToFillIn } from '../../messages/write/variables.schema.ts';
import type { CampaignVariable } from '../settings/campaign-settings.schema.ts';

export type Recipient = { name: string; email: string; number: string };

/** One pass: variables inside values and unknown ones stay as typed. `more`: values of the moment. */
export function render(
  text: string,
  to: Recipient,
  own: CampaignVariable[],
  more: Record<string, string> = {},
): string {
  const name = nameToFillIn({ contact: to });
  const person = { name, firstName: firstNameOf(name), email: to.email, number: to.number, protocol: '' };
  const values = new Map(own.map(({ key, value }) => [key.toLowerCase(), value]));
  return cutAt(
    fillAround(
      text,
      VARIABLE,
      (typed) => values.get(typed.toLowerCase()) ?? valueNamed(typed, { ...more, ...person }),
    ),
    MAX_BODY,
  );
}

/** Contacts rotate through the texts; '' when there is none. */
export function textFor(texts: string[], turn: number): string {
  const written = texts.filter((text) => text.trim() !== '');
  return written[turn % Math.max(written.length, 1)] ?? '';
}
