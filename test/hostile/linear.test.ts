import { describe, expect, test } from 'bun:test';
import { findSlowText } from './linear.ts';
import { PATTERNS, toExpression } from './patterns.ts';
import { SUBJECTS } from './subjects.ts';
import { hostileTexts } from './texts.ts';

/** Growth decides; a limit by the clock would only fail slow machines. */
const NO_LIMIT = 2 ** 31 - 1;

describe('hostile text is processed in linear time', () => {
  for (const subject of SUBJECTS) {
    test(`by ${subject.name}`, () => expect(findSlowText(subject)).toBe(''), NO_LIMIT);
  }

  for (const [path, literal, proof] of PATTERNS.filter(([, , { tried }]) => tried)) {
    const expression = toExpression(literal);
    const subject = {
      name: literal,
      run: (text: string) => text.replace(expression, ''),
      begins: proof.tried,
    };
    test(`by ${literal} of ${path}`, () => expect(findSlowText(subject)).toBe(''), NO_LIMIT);
  }

  /**
   * Several matches per run: the middle length must take long enough to be measured, or the long one takes a minute.
   */
  test(
    'and quadratic processing is detected',
    () => {
      const run = (text: string) => {
        for (let n = 0; n < 2; n += 1) text.match(/BEGIN:VCARD[\s\S]*?END:VCARD/gi);
      };
      const [cards] = hostileTexts();
      expect(findSlowText({ name: 'lazy', run }, cards ? [cards] : [])).toContain('BEGIN:VCARD');
    },
    NO_LIMIT,
  );
});
