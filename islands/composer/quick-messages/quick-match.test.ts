import { expect, test } from 'bun:test';
import type { QuickMessageView } from '@/modules/quick-messages/quick-messages.views.ts';
import { matching, quickLabel } from './quick-match.ts';

const quick = (shortcode: string, message = '') => ({ shortcode, message }) as QuickMessageView;
const all = [quick('endereço', 'Rua Azul, 5'), quick('preço', 'Veja o endereço do site'), quick('Bom dia')];
const found = (words: string) => matching(all, words).map((one) => one.shortcode);

test('matches the shortcut prefix first, then any text, ignoring accents and case', () => {
  expect(found('ende')).toEqual(['endereço', 'preço']);
  expect(found('PRECO')).toEqual(['preço']);
  expect(found('bom d')).toEqual(['Bom dia']);
  expect(found('xyz')).toEqual([]);
  expect(found('')).toEqual(['endereço', 'preço', 'Bom dia']);
});

test('labels have no line breaks and are truncated after 35 characters', () => {
  expect(quickLabel(quick('a', 'x'.repeat(35)))).toBe(`/a - ${'x'.repeat(35)}`);
  expect(quickLabel(quick('a', 'x'.repeat(36)))).toBe(`/a - ${'x'.repeat(35)}…`);
  expect(quickLabel(quick('a', ' one\n\ntwo '))).toBe('/a - one two');
  expect(quickLabel(quick('a'))).toBe('/a');
  expect(quickLabel(quick('a', 'Oi {{firstName}}, pedido {{ pedido }}'))).toBe('/a - Oi …, pedido …');
});
