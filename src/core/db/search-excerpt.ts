import { isFound, type SearchTerm, searchable, searchTerms } from '@/core/db/search.ts';

const EXCERPT_TERMS = 16;
const TERMS_BEFORE = 5;

export type Marks = [before: string, after: string];

export function excerpt(body: string, text: string, marks?: Marks): string {
  return excerptsFor(text, marks)(body);
}

export function excerptsFor(text: string, [before, after]: Marks = ['', '']): (body: string) => string {
  const wanted = searchTerms(text);
  return (body) => {
    const isHit = (span: Span) => isWanted(wanted, wordAt(body, span));
    const spans = spansOf(body);
    const hit = spans.findIndex(isHit);
    const first = Math.max(0, Math.min(hit - TERMS_BEFORE, spans.length - EXCERPT_TERMS));
    const last = Math.min(first + EXCERPT_TERMS, spans.length) - 1;
    let at = first === 0 ? 0 : (spans[first]?.start ?? 0);
    let shown = first === 0 ? '' : '…';
    for (const span of spans.slice(first, last + 1)) {
      const own = body.slice(span.start, span.end);
      shown += body.slice(at, span.start) + (before && isHit(span) ? before + own + after : own);
      at = span.end;
    }
    return spans.length - 1 > last ? `${shown}…` : shown + body.slice(at);
  };
}

export function containsTerms(body: string, text: string): boolean {
  const wanted = searchTerms(text);
  const words = spansOf(body).map((spanText) => wordAt(body, spanText));
  return wanted.length > 0 && wanted.every((one) => words.some((word) => isFound(one, word)));
}

type Span = { start: number; end: number };

function spansOf(text: string): Span[] {
  return Array.from(text.matchAll(/[\p{L}\p{N}\p{M}]+/gu), ({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
  }));
}

const wordAt = (text: string, { start, end }: Span) => searchable(text.slice(start, end));

const isWanted = (wanted: SearchTerm[], word: string) => wanted.some((one) => isFound(one, word));
