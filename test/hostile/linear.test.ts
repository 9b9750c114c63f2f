import { describe, expect, test } from 'bun:test';
import { findSlowText } from './linear.ts';
import { PATTERNS, toExpression } from './patterns.ts';
import { SUBJECTS } from './subjects.ts';
import { hostileTexts } from './texts.ts';

/** Growth is the judge; this only ends a run that would never end. */
const TEN_MINUTES = 600_000;

describe('text of strangers is read in the time of its length', () => {
  for (const subject of SUBJECTS) {
    test(`by ${subject.name}`, () => expect(findSlowText(subject)).toBe(''), TEN_MINUTES);
  }

  for (const [path, literal, proof] of PATTERNS.filter(([, , { tried }]) => tried)) {
    const expression = toExpression(literal);
    const subject = {
      name: literal,
      run: (text: string) => text.replace(expression, ''),
      begins: proof.tried,
    };
    test(`by ${literal} of ${path}`, () => expect(findSlowText(subject)).toBe(''), TEN_MINUTES);
  }

  /** Several matches in a run: the middle length must take long enough to be measured, or the long one takes a minute. */
  test(
    'and what takes the square of it is found out',
    () => {
      const run = (text: string) => {
        for (let n = 0; n < 6; n += 1) text.match(/BEGIN:VCARD[\s\S]*?END:VCARD/gi);
      };
      const [cards] = hostileTexts();
      expect(findSlowText({ name: 'lazy', run }, cards ? [cards] : [])).toContain('BEGIN:VCARD');
    },
    TEN_MINUTES,
  );
});
