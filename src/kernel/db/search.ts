/** Lower case without accents: how names are compared and searched ("Ação" is found by "acao"). */
export function searchable(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .trim();
}

/** A LIKE pattern that takes the reader's `%` and `_` literally; use with `ESCAPE '\'`. */
export function containing(text: string): string {
  return containingLetters(searchable(text));
}

/** The same for columns that keep their accents: only the case is levelled. */
export function containingAsTyped(text: string): string {
  return containingLetters(text.toLowerCase());
}

function containingLetters(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/**
 * An FTS5 query in which every word of the text must begin a word of the document; '' when there is no
 * word in it. Quoted, so that nothing a person types is an operator. One letter alone is a word, not a beginning:
 * that would be of every message.
 */
export function wordsQuery(text: string): string {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 1 && [...(words[0] ?? '')].length === 1) return `"${words[0]}"`;
  return words.map((word) => `"${word}"*`).join(' ');
}

/** An FTS5 query on a trigram index: the text anywhere in the document; '' below three characters. */
export function substringQuery(text: string): string {
  const trimmed = text.trim();
  return trimmed.length < 3 ? '' : `"${trimmed.replaceAll('"', '""')}"`;
}
