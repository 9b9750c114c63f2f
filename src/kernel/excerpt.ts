import { isFound, type SearchWord, searchable, searchWords } from '@/kernel/db/search.ts';

const WORDS = 16;
const WORDS_BEFORE = 5;

export type Marks = [before: string, behind: string];

export function excerpt(body: string, text: string, marks?: Marks): string {
  return excerptsFor(text, marks)(body);
}

/** Of many bodies; words are read only until one is found. */
export function excerptsFor(text: string, [before, behind]: Marks = ['', '']): (body: string) => string {
  const wanted = searchWords(text);
  return (body) => {
    const isHit = (place: Place) => isWanted(wanted, wordAt(body, place));
    const places = placesOf(body);
    const hit = places.findIndex(isHit);
    const first = Math.max(0, Math.min(hit - WORDS_BEFORE, places.length - WORDS));
    const last = Math.min(first + WORDS, places.length) - 1;
    let at = first === 0 ? 0 : (places[first]?.start ?? 0);
    let shown = first === 0 ? '' : '…';
    for (const place of places.slice(first, last + 1)) {
      const own = body.slice(place.start, place.end);
      shown += body.slice(at, place.start) + (before && isHit(place) ? before + own + behind : own);
      at = place.end;
    }
    return places.length - 1 > last ? `${shown}…` : shown + body.slice(at);
  };
}

export function holdsWords(body: string, text: string): boolean {
  const wanted = searchWords(text);
  const words = placesOf(body).map((place) => wordAt(body, place));
  return wanted.length > 0 && wanted.every((one) => words.some((word) => isFound(one, word)));
}

type Place = { start: number; end: number };

function placesOf(text: string): Place[] {
  return Array.from(text.matchAll(/[\p{L}\p{N}\p{M}]+/gu), ({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
  }));
}

const wordAt = (text: string, { start, end }: Place) => searchable(text.slice(start, end));

const isWanted = (wanted: SearchWord[], word: string) => wanted.some((one) => isFound(one, word));
