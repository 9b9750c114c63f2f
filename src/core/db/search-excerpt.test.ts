import { expect, test } from 'bun:test';
import { containsTerms, excerpt } from './search-excerpt.ts';

const LONG = Array.from({ length: 40 }, (_, n) => `w${n}`).join(' ');

test.each([
  ['a short message is shown whole', 'Olá, (reunião) às 9!', 'reuniao', 'Olá, (reunião) às 9!'],
  ['the beginning of a long one', LONG, 'w3', `${LONG.slice(0, LONG.indexOf(' w16'))}…`],
  [
    'the middle, with five words before',
    LONG,
    'W20',
    `…${LONG.slice(LONG.indexOf('w15'), LONG.indexOf(' w31'))}…`,
  ],
  ['the end, and no less of it', LONG, 'w39', `…${LONG.slice(LONG.indexOf('w24'))}`],
  [
    'accents written apart',
    `${LONG} ac\u0327a\u0303o`,
    'ação',
    `…${LONG.slice(LONG.indexOf('w25'))} ac\u0327a\u0303o`,
  ],
  ['any of several words', `${LONG} fim`, 'nada fim', `…${LONG.slice(LONG.indexOf('w25'))} fim`],
  ['no word at all', '👍', '', '👍'],
  ['an empty text', '', 'a', ''],
])('%s', (_, body, text, shown) => expect(excerpt(body, text)).toBe(shown));

test('marks the matching terms', () => {
  const marked = (body: string, text: string) => excerpt(body, text, ['[[', ']]']);
  expect(marked('O código é AÇAÍ 3, açaís também', 'acai')).toBe('O código é [[AÇAÍ]] 3, [[açaís]] também');
  expect(marked(`${LONG} fim`, 'fim w38')).toBe(
    `…${LONG.slice(LONG.indexOf('w25'), LONG.indexOf('w38'))}[[w38]] w39 [[fim]]`,
  );
  expect(marked('nada', 'xis')).toBe('nada');
});

test.each([
  ['every word begins one', 'Bom dia, Conceição!', 'conc bom', true],
  ['one word is missing', 'Bom dia!', 'bom noite', false],
  ['the middle of a word', 'Bom dia!', 'om', false],
  ['one letter is a word', 'Vou a Roma', 'a', true],
  ['one letter is no beginning', 'Vou amanhã', 'a', false],
  ['beside another word it is, while it is typed', 'Vou amanhã', 'vou a', true],
  ['and is whole when more was typed', 'Vou amanhã', 'a vou', false],
  ['nothing was asked', 'Oi', '!?', false],
])('%s', (_, body, text, holds) => expect(containsTerms(body, text)).toBe(holds));
