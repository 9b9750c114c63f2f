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

/** A word that is looked for: `word` as it is compared, `typed` as it was written. */
export type SearchWord = { word: string; typed: string; isWhole: boolean };

/**
 * The words of a search in the order in which they were typed: each once, none that another begins with, and of many the longest,
 * which are the rarest. Each may be a beginning, but for one letter alone, which begins words of every message: only the last
 * of several is still being typed.
 */
export function searchWords(text: string): SearchWord[] {
  const words = distinctWords(text);
  return words.map(([word, typed], index) => {
    const isBeingTyped = words.length > 1 && index === words.length - 1;
    return { word, typed, isWhole: [...word].length === 1 && !isBeingTyped };
  });
}

function distinctWords(text: string): [word: string, typed: string][] {
  const typed = text.slice(0, LONGEST_SEARCH).match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [];
  const words = new Map(typed.map((word) => [searchable(word), word]));
  const isNeeded = (word: string) =>
    word !== '' && ![...words.keys()].some((longer) => longer !== word && longer.startsWith(word));
  const longest = [...words.keys()]
    .filter(isNeeded)
    .sort((a, b) => b.length - a.length)
    .slice(0, MOST_WORDS);
  return [...words].filter(([word]) => longest.includes(word));
}

/** Whether a word of a message, as it is compared, is the one that is looked for, or begins with it. */
export function isFound(wanted: SearchWord, word: string): boolean {
  return wanted.isWhole ? word === wanted.word : word.startsWith(wanted.word);
}

/**
 * An FTS5 query for all words of the text; '' when there is no word in it. Quoted, so that nothing a person types is an
 * operator, and as it was written: the index levels accents of Latin letters only.
 */
export function wordsQuery(text: string): string {
  return searchWords(text)
    .map(({ typed, isWhole }) => (isWhole ? `"${typed}"` : `"${typed}"*`))
    .join(' ');
}

/** The same with every word as a whole: the index gives the newest of these without looking at the others. */
export function wholeWordsQuery(text: string): string {
  return searchWords(text)
    .map(({ typed }) => `"${typed}"`)
    .join(' ');
}

/** An FTS5 query on a trigram index: the text anywhere in the document; '' below three characters. */
export function substringQuery(text: string): string {
  const name = beginningOf(text.trim());
  return name.length < 3 ? '' : `"${name.replaceAll('"', '""')}"`;
}

function beginningOf(text: string): string {
  return text.slice(0, LONGEST_NAME).toWellFormed();
}
