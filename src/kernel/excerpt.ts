import { isFound, searchable, searchWords } from '@/kernel/db/search.ts';

const WORDS = 16;
const WORDS_BEFORE = 5;

export type Marks = [before: string, behind: string];

export function excerpt(body: string, text: string, [before, behind]: Marks = ['', '']): string {
  const wanted = searchWords(text);
  const isHit = (word: string) => wanted.some((one) => isFound(one, word));
  const words = wordsOf(body);
  const hit = words.findIndex(({ word }) => isHit(word));
  const first = Math.max(0, Math.min(hit - WORDS_BEFORE, words.length - WORDS));
  const last = Math.min(first + WORDS, words.length) - 1;
  let at = first === 0 ? 0 : (words[first]?.start ?? 0);
  let shown = first === 0 ? '' : '…';
  for (const { word, start, end } of words.slice(first, last + 1)) {
    const own = body.slice(start, end);
    shown += body.slice(at, start) + (isHit(word) ? before + own + behind : own);
    at = end;
  }
  return words.length - 1 > last ? `${shown}…` : shown + body.slice(at);
}

export function holdsWords(body: string, text: string): boolean {
  const wanted = searchWords(text);
  const words = wordsOf(body).map(({ word }) => word);
  return wanted.length > 0 && wanted.every((one) => words.some((word) => isFound(one, word)));
}

type Word = { word: string; start: number; end: number };

function wordsOf(text: string): Word[] {
  return [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].map(({ 0: word, index }) => ({
    word: searchable(word),
    start: index,
    end: index + word.length,
  }));
}
