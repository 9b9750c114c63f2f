import { searchable } from '../../../core/db/search.ts';

export type TicketMessage = string & { readonly isMessage: true };

/** Words without case, accents and punctuation, each between two spaces. */
export function normalizeText(text: string): TicketMessage {
  const words = searchable(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return ` ${words.join(' ')} ` as TicketMessage;
}

/** Both normalized once: the text, of up to 60,000 letters, for all rules, and the phrases for all texts. */
export function containsOneOf(normalized: TicketMessage, phrases: TicketMessage[]): boolean {
  return phrases.some((phrase) => normalized.includes(phrase));
}
