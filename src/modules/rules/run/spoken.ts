import { searchable } from '../../../kernel/db/search.ts';

export type Spoken = string & { readonly isSpoken: true };

/** The words of a text without case, accents and signs, each between two spaces. */
export function spoken(text: string): Spoken {
  const words = searchable(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return ` ${words.join(' ')} ` as Spoken;
}

/** `said` is `spoken` once, however many phrases and rules look into it: a text may have 60,000 letters. */
export function saysOneOf(said: Spoken, phrases: string[]): boolean {
  return phrases.some((phrase) => said.includes(spoken(phrase)));
}
