/** Without accents or case. Most words of a conversation have neither an accent nor time to lose on looking for one. */
export function searchable(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase().trim();
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .trim();
}

const ASCII = /^[\0-\x7f]*$/;

const LONGEST_NAME = 64;

export function containing(text: string): string {
  return containingLetters(searchable(beginningOf(text)));
}

export function containingAsTyped(text: string): string {
  return containingLetters(beginningOf(text).toLowerCase());
}

function containingLetters(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

const LONGEST_SEARCH = 200;
const MOST_WORDS = 8;

export type SearchWord = { word: string; typed: string; isWhole: boolean };

/** A single letter begins words of every message, so it is a prefix only as the last of several: still being typed. */
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

export function isFound(wanted: SearchWord, word: string): boolean {
  return wanted.isWhole ? word === wanted.word : word.startsWith(wanted.word);
}

/** FTS5; '' without a word. Quoted, so that no input is an operator; as typed: the index folds Latin accents only. */
export function wordsQuery(text: string): string {
  return searchWords(text)
    .map(({ typed, isWhole }) => (isWhole ? `"${typed}"` : `"${typed}"*`))
    .join(' ');
}

export function wholeWordsQuery(text: string): string {
  return searchWords(text)
    .map(({ typed }) => `"${typed}"`)
    .join(' ');
}

/** For a trigram index; '' below three characters, which it cannot find. */
export function substringQuery(text: string): string {
  const name = beginningOf(text.trim());
  return name.length < 3 ? '' : `"${name.replaceAll('"', '""')}"`;
}

function beginningOf(text: string): string {
  return text.slice(0, LONGEST_NAME).toWellFormed();
}
