import { type SQL, sql } from 'drizzle-orm';
import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { MASKED } from '@/core/audit/audit-values.ts';

const SEPARATORS = [...' \t\n\r\u00a0\u2009\u202f+-()./\u2010\u2011\u2012\u2013\u2014'];
const MAX_SEPARATORS = 3;
/** Shorter national numbers would match unrelated texts. */
const FEWEST_DIGITS = 9;

/** Spellings of a number: with and without country code, trunk zero and Brazil's ninth digit; longest first. */
export function phoneSpellings(numbers: string[]): string[] {
  const all = numbers.flatMap((number) => {
    const [, area, subscriber] = /^55(\d{2})9?(\d{8})$/.exec(number) ?? [];
    const nationals = area
      ? [`${area}9${subscriber}`, `${area}${subscriber}`]
      : [String(parsePhoneNumberFromString(`+${number}`)?.nationalNumber ?? number)];
    const country = area ? '55' : number.slice(0, number.length - (nationals[0]?.length ?? 0));
    return nationals.flatMap((one) => [`00${country}${one}`, `${country}${one}`, `0${one}`, one]);
  });
  return [...new Set(all)]
    .filter((one) => one.length >= FEWEST_DIGITS)
    .sort((one, other) => other.length - one.length);
}

/** The column without separators: finds more than needed; `maskPhones` decides. */
export const bareDigits = (column: SQL): SQL =>
  SEPARATORS.reduce((bare, sign) => sql`replace(${bare}, ${sign}, '')`, column);

export function maskPhones(text: string, spellings: string[]): string {
  if (spellings.length === 0) return text;
  let masked = '';
  let shown = 0;
  for (const run of digitRuns(text)) {
    let from = 0;
    while (from < run.length) {
      const length = spellingAt(text, run, from, spellings);
      if (length === 0) {
        from += 1;
        continue;
      }
      const start = run[from] ?? 0;
      masked += text.slice(shown, withOpening(text, start, shown)) + MASKED;
      shown = (run[from + length - 1] ?? start) + 1;
      from += length;
    }
  }
  return masked + text.slice(shown);
}

function digitRuns(text: string): number[][] {
  const runs: number[][] = [];
  let run: number[] = [];
  let gap = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (sign >= '0' && sign <= '9') {
      run.push(at);
      gap = 0;
    } else if (run.length > 0) {
      gap += 1;
      if (gap <= MAX_SEPARATORS && SEPARATORS.includes(sign)) continue;
      runs.push(run);
      run = [];
    }
  }
  return [...runs, run].filter(({ length }) => length >= FEWEST_DIGITS);
}

function spellingAt(text: string, run: number[], from: number, spellings: string[]): number {
  const isTouched = (index: number) => run[index] !== undefined && run[index] === (run[index - 1] ?? -2) + 1;
  if (isTouched(from)) return 0;
  const isHere = (spelling: string) => [...spelling].every((digit, n) => text[run[from + n] ?? -1] === digit);
  const found = spellings.find((one) => isHere(one) && !isTouched(from + one.length));
  return found?.length ?? 0;
}

function withOpening(text: string, start: number, least: number): number {
  let at = start;
  while (at > least && '+('.includes(text.charAt(at - 1))) at -= 1;
  return at;
}
