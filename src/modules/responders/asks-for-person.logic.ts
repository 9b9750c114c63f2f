import { searchable } from '@/core/db/search.ts';
import { ASKING_TERMS, PERSON_TERMS } from './responders.schema.ts';

const PERSON = new Set(Object.values(PERSON_TERMS).flat());
const ASKING = new Set(Object.values(ASKING_TERMS).flat());

const BETWEEN = 3;
const MAX_LENGTH = 200;

export function asksForPerson(text: string): boolean {
  if (text.length > MAX_LENGTH) return false;
  const words = searchable(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 1) return PERSON.has(words[0] ?? '');
  return words.some(
    (word, index) =>
      PERSON.has(word) && words.slice(Math.max(0, index - BETWEEN - 1), index).some((one) => ASKING.has(one)),
  );
}
