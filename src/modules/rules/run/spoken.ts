import { searchable } from '../../../kernel/db/search.ts';

/** The words of a text without case, accents and signs, each between two spaces. */
export function spoken(text: string): string {
  const words = searchable(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return ` ${words.join(' ')} `;
}

export function saysOneOf(text: string, phrases: string[]): boolean {
  const said = spoken(text);
  return phrases.some((phrase) => said.includes(spoken(phrase)));
}
