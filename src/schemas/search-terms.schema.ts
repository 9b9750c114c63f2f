export function foldAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

export const searchTerms = (query: string): string[] => foldAccents(query).split(/\s+/).filter(Boolean);

/** In any order, without regard to accents. */
export function holdsTerms(text: string, terms: string[]): boolean {
  const folded = foldAccents(text);
  return terms.every((term) => folded.includes(term));
}
