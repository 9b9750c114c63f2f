import { expect, test } from 'bun:test';
import type { QuickMessageView } from '@/modules/quick-messages/quick-messages.views.ts';
import { matching, quickLabel } from './quick-match.ts';

const quick = (shortcode: string, message = '') => ({ shortcode, message }) as QuickMessageView;
const all = [quick('endereço', 'Rua Azul, 5'), quick('preço', 'Veja o endereço do site'), quick('Bom dia')];
const found = (words: string) => matching(all, words).map((one) => one.shortcode);

test('by the beginning of the shortcut first, then by any words; accents and case aside', () => {
  expect(found('ende')).toEqual(['endereço', 'preço']);
  expect(found('PRECO')).toEqual(['preço']);
  expect(found('bom d')).toEqual(['Bom dia']);
  expect(found('xyz')).toEqual([]);
  expect(found('')).toEqual(['endereço', 'preço', 'Bom dia']);
});

test('a label is one line and cut after 35 letters', () => {
  expect(quickLabel(quick('a', 'x'.repeat(35)))).toBe(`/a - ${'x'.repeat(35)}`);
  expect(quickLabel(quick('a', 'x'.repeat(36)))).toBe(`/a - ${'x'.repeat(35)}…`);
  expect(quickLabel(quick('a', ' one\n\ntwo '))).toBe('/a - one two');
  expect(quickLabel(quick('a'))).toBe('/a');
  expect(quickLabel(quick('a', 'Oi {{firstName}}, pedido {{ pedido }}'))).toBe('/a - Oi …, pedido …');
});
