import { searchable } from '../../../core/db/search.ts';

export type TicketMessage = string & { readonly isMessage: true };

/** Words without case, accents and punctuation, each between two spaces. */
export function normalizeText(text: string): TicketMessage {
  const words = searchable(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return ` ${words.join(' ')} ` as TicketMessage;
}

/** `normalized` is the text normalized once for all phrases and rules: it may have 60,000 letters. */
export function containsOneOf(normalized: TicketMessage, phrases: string[]): boolean {
  return phrases.some((phrase) => normalized.includes(normalizeText(phrase)));
}
