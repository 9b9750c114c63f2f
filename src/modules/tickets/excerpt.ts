import { searchable } from '@/kernel/db/search.ts';

const WORDS = 16;
const WORDS_BEFORE = 5;

/** A few words of a message around the first that begins as one of the words looked for, as the full-text index takes words. */
export function excerpt(body: string, text: string): string {
  const wanted = wordsOf(text).map(({ word }) => word);
  const words = wordsOf(body);
  const hit = words.findIndex(({ word }) => wanted.some((start) => word.startsWith(start)));
  // As many words are shown at the end of a message as in its middle.
  const first = Math.max(0, Math.min(hit - WORDS_BEFORE, words.length - WORDS));
  const last = first + WORDS - 1;
  const from = first === 0 ? 0 : words[first]?.start;
  const to = words.length - 1 > last ? words[last]?.end : undefined;
  return `${first === 0 ? '' : '…'}${body.slice(from, to)}${to === undefined ? '' : '…'}`;
}

type Word = { word: string; start: number; end: number };

function wordsOf(text: string): Word[] {
  return [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].map(({ 0: word, index }) => ({
    word: searchable(word),
    start: index,
    end: index + word.length,
  }));
}
