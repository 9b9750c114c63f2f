import { describe, expect, test } from 'bun:test';
import { findSlowText } from './linear.ts';
import { PATTERNS, toExpression } from './patterns.ts';
import { SUBJECTS } from './subjects.ts';
import { hostileTexts } from './texts.ts';

const TWO_MINUTES = 120_000;

describe('text of strangers is read in the time of its length', () => {
  for (const subject of SUBJECTS) {
    test(`by ${subject.name}`, () => expect(findSlowText(subject)).toBe(''), TWO_MINUTES);
  }

  for (const [path, literal, proof] of PATTERNS.filter(([, , { tried }]) => tried)) {
    const expression = toExpression(literal);
    const subject = {
      name: literal,
      run: (text: string) => text.replace(expression, ''),
      begins: proof.tried,
    };
    test(`by ${literal} of ${path}`, () => expect(findSlowText(subject)).toBe(''), TWO_MINUTES);
  }

  test('and what takes the square of it is found out', () => {
    const run = (text: string) => text.match(/BEGIN:VCARD[\s\S]*?END:VCARD/gi);
    const [cards] = hostileTexts();
    expect(findSlowText({ name: 'lazy', run }, cards ? [cards] : [])).toContain('BEGIN:VCARD');
  });
});
