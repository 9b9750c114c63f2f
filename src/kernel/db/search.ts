/** Lower case without accents: how names are compared and searched ("Ação" is found by "acao"). */
export function searchable(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .trim();
}

/** More letters than a name has: what is typed beyond them is not looked for. */
const LONGEST_NAME = 64;

/** A LIKE pattern that takes the reader's `%` and `_` literally; use with `ESCAPE '\'`. */
export function containing(text: string): string {
  return containingLetters(searchable(beginningOf(text)));
}

/** The same for columns that keep their accents: only the case is levelled. */
export function containingAsTyped(text: string): string {
  return containingLetters(beginningOf(text).toLowerCase());
}

function containingLetters(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** What a search field takes at most. */
const LONGEST_SEARCH = 200;
/** Each word is a walk through everything that begins with it. */
const MOST_WORDS = 8;

/**
 * The words of a search as they are compared, in the order in which they were typed: each once, none that another begins
 * with, and of many the longest, which are the rarest.
 */
export function searchWords(text: string): string[] {
  return [...wordsAsTyped(text).keys()];
}

/** The same words, each with one of the ways it was written. */
function wordsAsTyped(text: string): Map<string, string> {
  const typed = text.slice(0, LONGEST_SEARCH).match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [];
  const words = new Map(typed.map((word) => [searchable(word), word]));
  const isNeeded = (word: string) =>
    word !== '' && ![...words.keys()].some((longer) => longer !== word && longer.startsWith(word));
  const longest = [...words.keys()]
    .filter(isNeeded)
    .sort((a, b) => b.length - a.length)
    .slice(0, MOST_WORDS);
  return new Map([...words].filter(([word]) => longest.includes(word)));
}

/** Whether a word alone is looked for whole: one letter begins words of every message. */
export function isWhole(words: string[]): boolean {
  const [only] = words;
  return words.length === 1 && only !== undefined && [...only].length === 1;
}

/**
 * An FTS5 query in which every word of the text must begin a word of the document; '' when there is no
 * word in it. Quoted, so that nothing a person types is an operator.
 */
export function wordsQuery(text: string): string {
  const words = wordsAsTyped(text);
  return inIndex(words, isWhole([...words.keys()]) ? '' : '*');
}

/** The same with every word as a whole: the index gives the newest of these without looking at the others. */
export function wholeWordsQuery(text: string): string {
  return inIndex(wordsAsTyped(text), '');
}

/** As they were written: the index levels accents of Latin letters only. */
function inIndex(words: Map<string, string>, beginning: string): string {
  return [...words.values()].map((word) => `"${word}"${beginning}`).join(' ');
}

/** An FTS5 query on a trigram index: the text anywhere in the document; '' below three characters. */
export function substringQuery(text: string): string {
  const name = beginningOf(text.trim());
  return name.length < 3 ? '' : `"${name.replaceAll('"', '""')}"`;
}

function beginningOf(text: string): string {
  return text.slice(0, LONGEST_NAME).toWellFormed();
}
