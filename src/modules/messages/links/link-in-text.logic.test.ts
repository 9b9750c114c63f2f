import { expect, test } from 'bun:test';
import { findLink } from './link-in-text.logic.ts';

const rows: [string, string | null][] = [
  ['veja https://loja.test/a?b=1#c.', 'https://loja.test/a?b=1'],
  ['(https://loja.test/a)', 'https://loja.test/a'],
  ['https://pt.wikipedia.test/wiki/Casa_(filme)', 'https://pt.wikipedia.test/wiki/Casa_(filme)'],
  ['*https://loja.test*', 'https://loja.test/'],
  ['HTTP://LOJA.TEST/X e http://outra.test', 'http://loja.test/X'],
  ['http://açaí.test/', 'http://xn--aa-4iaz.test/'],
  ['loja.test www.loja.test', null],
  ['javascript:alert(1) ftp://loja.test', null],
  ['http://user:pass@loja.test/', null],
  ['http://localhost:3000/ http://', null],
  [`https://loja.test/${'x'.repeat(2100)}`, null],
  ['', null],
];
for (const [text, link] of rows)
  test(text.slice(0, 40) || 'nothing', () => expect(findLink(text)).toBe(link));
