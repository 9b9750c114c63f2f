import { expect, test } from 'bun:test';
import { maskPhones, phoneSpellings } from './phone-texts.logic.ts';

const spellings = phoneSpellings(['5561987651234']);

test.each([
  '5561987651234',
  '+5561987651234',
  '+55 61 98765-1234',
  '+55 (61) 98765-1234',
  '0055 61 98765 1234',
  '(61) 98765-1234',
  '(061) 98765-1234',
  '61987651234',
  '061 98765.1234',
  '61 9 8765-1234',
  '61\u00a098765\u20111234',
  '6187651234',
  '(61) 8765-1234',
  '+55 61 8765-1234',
])('masks %s and nothing around it', (written) => {
  expect(maskPhones(`liga ${written}, hoje 10/11`, spellings)).toBe('liga •••, hoje 10/11');
  expect(maskPhones(`["${written}","${written}"]`, spellings)).toBe('["•••","•••"]');
});

test.each([
  'pedido 161987651234',
  'pedido 619876512345',
  '(62) 98765-1234',
  '98765-1234',
  '61 98765-1235',
  'R$ 61.987,65 1234',
  '61 98765 e 1234',
])('does not mask %s', (written) => {
  expect(maskPhones(written, spellings)).toBe(written);
});

test('masks only the matching one of two adjacent numbers', () => {
  expect(maskPhones('11 91234-5678 61 98765-1234', spellings)).toBe('11 91234-5678 •••');
  expect(maskPhones('61 98765-1234 / 11 91234-5678', spellings)).toBe('••• / 11 91234-5678');
});

test('masks a foreign number with and without country code', () => {
  const abroad = phoneSpellings(['14155550132']);
  expect(maskPhones('+1 (415) 555-0132 or 415-555-0132', abroad)).toBe('••• or •••');
});

test('masks a number at the end of a long text', () => {
  const text = `${'1 '.repeat(50_000)}(61) 98765-1234`;
  expect(maskPhones(text, spellings)).not.toContain('98765');
});
