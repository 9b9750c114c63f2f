import { expect, test } from 'bun:test';
import { cutAt, nameFrom, storable } from './text.ts';

const FAMILY = '👩‍👩‍👧‍👦';

test.each([
  ['shorter than that', 'oi', 5, 'oi'],
  ['as long', 'abcde', 5, 'abcde'],
  ['longer', 'abcdef', 5, 'abcde'],
  ['an emoji at the end', 'abcd👍', 5, 'abcd'],
  ['a family at the end', `abc${FAMILY}${FAMILY}`, 10, 'abc'],
  ['a family that just fits', `abc${FAMILY}d`, 3 + FAMILY.length, `abc${FAMILY}`],
  ['an accent written apart', 'abcde\u0301', 5, 'abcd'],
  ['a flag', 'abc🇧🇷', 5, 'abc'],
  ['a line end of two letters', 'abcd\r\n', 5, 'abcd'],
  ['nothing', '', 5, ''],
])('truncates text: %s', (_, text, most, cut) => expect(cutAt(text, most)).toBe(cut));

test('truncates endless grapheme clusters into valid text', () => {
  expect(cutAt(`e${'\u0301'.repeat(1_000_000)}`, 500)).toHaveLength(500);
  expect(cutAt('\ud83d'.repeat(1000), 500)).toBe('\ufffd'.repeat(500));
  expect(cutAt(FAMILY.repeat(100_000), 65_536).length).toBeGreaterThan(65_500);
});

test('names are limited to 256 characters and stripped of NUL', () => {
  expect(nameFrom('a\0b')).toBe(storable('a\0b'));
  expect(nameFrom('x'.repeat(1_000_000))).toHaveLength(256);
});
