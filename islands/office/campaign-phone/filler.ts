import { fillAround } from '@/modules/messages/write/fill-placeholders.schema.ts';
import { VARIABLE, valueNamed } from '@/modules/messages/write/variable-names.schema.ts';
import { firstNameOf, nameToFillIn } from '@/modules/messages/write/variables.schema.ts';

type Person = { name: string; email: string; number: string };

/** As the campaign fills a text in when it sends it; `moment` has the values of the time. */
export function fillerOf(
  person: Person,
  own: { key: string; value: string }[],
  moment: Record<string, string>,
): (text: string) => string {
  const name = nameToFillIn({ contact: person });
  const { email, number } = person;
  const values = { ...moment, name, firstName: firstNameOf(name), email, number, protocol: '' };
  const mine = new Map(own.map(({ key, value }) => [key.toLowerCase(), value]));
  return (text) =>
    fillAround(text, VARIABLE, (typed) => mine.get(typed.toLowerCase()) ?? valueNamed(typed, values));
}
