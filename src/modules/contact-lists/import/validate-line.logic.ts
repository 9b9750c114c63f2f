import { isDamagedNumber } from '../../contacts/import/sheet-columns.logic.ts';
import { toDigits } from '../../contacts/numbers/contact-number.logic.ts';
import { ItemInput } from '../contact-lists.schema.ts';
import type { Mapping, Skipped } from './list-imports.schema.ts';

export type Person = { name: string; number: string; email: string };
export type Judged = { person: Person } | { problem: Extract<Skipped, `bad_${string}` | 'damaged'> };

const PROBLEMS = { name: 'bad_name', number: 'bad_number', email: 'bad_email' } as const;
const NUMBER = /^\d{8,15}$/;

/** Same rules as the dialog. Without a name column the number is the name. */
export function judgeLine(cells: string[], mapping: Mapping): Judged {
  const cell = (column: number | null) => (column === null ? '' : (cells[column] ?? ''));
  const number = cell(mapping.number);
  if (isDamagedNumber(number)) return { problem: 'damaged' };
  const digits = toDigits(number.trim());
  const name = mapping.name === null ? digits : cell(mapping.name);
  const { data, error } = ItemInput.safeParse({ name, number, email: cell(mapping.email) });
  if (!data) return { problem: PROBLEMS[String(error?.issues[0]?.path[0]) as keyof typeof PROBLEMS] };
  if (!NUMBER.test(digits)) return { problem: 'bad_number' };
  return { person: { name: data.name, number: digits, email: data.email } };
}
