/** Lower case, no accents, no punctuation; each emoji is a word, whatever its skin tone. */
export function plainTerms(text: string): string[] {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replace(/[\u{1F3FB}-\u{1F3FF}\uFE0F\u200D]/gu, '')
    .replace(/\p{Extended_Pictographic}/gu, ' $& ')
    .split(/[^\p{L}\p{N}\p{Extended_Pictographic}]+/u)
    .filter((word) => word !== '');
}
