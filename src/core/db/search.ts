import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

export function searchable(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase().trim();
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .trim();
}

const ASCII = /^[\0-\x7f]*$/;

const MAX_NAME = 64;

/** A pattern for `like … escape '\\'` on `searchable` texts. */
export function containing(text: string): string {
  return containingLetters(searchable(beginningOf(text)));
}

function containingLetters(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** Whatever the case and the accents of both. For short texts: it tries each place of them. */
export function containsText(text: string, ...columns: SQLWrapper[]): SQL {
  const pattern = `*${[...beginningOf(text).normalize().trim()].map(anyFormOf).join('')}*`;
  const found = columns.map((column) => sql`${column} glob ${pattern}`);
  return sql`(${sql.join(found, sql` or `)})`;
}

/** For columns that hold `searchable` texts. */
export function containsFolded(text: string, column: SQLWrapper): SQL {
  return sql`${column} like ${containing(text)} escape '\\'`;
}

/** For long texts: faster, but only letters without accents match in both cases. */
export function containsAsTyped(text: string, column: SQLWrapper): SQL {
  return sql`${column} like ${containingLetters(beginningOf(text))} escape '\\'`;
}

/** `glob` compares letters exactly. */
function anyFormOf(letter: string): string {
  if ('*?['.includes(letter)) return `[${letter}]`;
  const plain = searchable(letter) || letter;
  const all = [letter, letter.toLowerCase(), letter.toUpperCase(), plain, plain.toUpperCase()];
  const forms = new Set([...all, ...(ACCENTED.get(plain) ?? [])].filter((form) => [...form].length === 1));
  return forms.size === 1 ? letter : `[${[...forms].join('')}]`;
}

const LATIN = Array.from({ length: 0x250 - 0xc0 }, (_, index) => String.fromCodePoint(0xc0 + index));
const ACCENTED = Map.groupBy(LATIN, searchable);

const MAX_SEARCH = 200;
const MAX_TERMS = 8;

export type SearchTerm = { word: string; typed: string; isWhole: boolean };

const SHORTEST_BEGINNING = 3;

/**
 * One or two letters begin words of nearly every message, and the index merges all those words before it returns the
 * newest: a whole word, except as the last of several terms, which is still being typed.
 */
export function searchTerms(text: string): SearchTerm[] {
  const terms = distinctTerms(text);
  return terms.map(([term, typed], index) => {
    const isBeingTyped = terms.length > 1 && index === terms.length - 1;
    return { word: term, typed, isWhole: [...term].length < SHORTEST_BEGINNING && !isBeingTyped };
  });
}

function distinctTerms(text: string): [word: string, typed: string][] {
  const typed = text.slice(0, MAX_SEARCH).match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [];
  const terms = new Map(typed.map((term) => [searchable(term), term]));
  const isNeeded = (term: string) =>
    term !== '' && ![...terms.keys()].some((longer) => longer !== term && longer.startsWith(term));
  const longest = [...terms.keys()]
    .filter(isNeeded)
    .sort((a, b) => b.length - a.length)
    .slice(0, MAX_TERMS);
  return [...terms].filter(([term]) => longest.includes(term));
}

export function isFound(wanted: SearchTerm, term: string): boolean {
  return wanted.isWhole ? term === wanted.word : term.startsWith(wanted.word);
}

/** FTS5; '' without a word. Quoted, so that no input is an operator; as typed: the index folds Latin accents only. */
export function termsQuery(text: string): string {
  return searchTerms(text)
    .map(({ typed, isWhole }) => (isWhole ? `"${typed}"` : `"${typed}"*`))
    .join(' ');
}

export function wholeTermsQuery(text: string): string {
  return searchTerms(text)
    .map(({ typed }) => `"${typed}"`)
    .join(' ');
}

/** For a trigram index; '' below three characters, which it cannot find. */
export function substringQuery(text: string): string {
  const name = beginningOf(text.trim());
  return name.length < 3 ? '' : `"${name.replaceAll('"', '""')}"`;
}

function beginningOf(text: string): string {
  return text.slice(0, MAX_NAME).toWellFormed();
}
