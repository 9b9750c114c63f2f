import { expect, test } from 'bun:test';
import { excerpt } from './excerpt.ts';

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
