import { describe, expect, test } from 'bun:test';
import { findSlowText, repeated } from '@test/hostile/linear.ts';
import { parseFormatting, plainText, safeHref, type TextNode } from './whatsapp-format.ts';

const text = (words: string): TextNode => ({ type: 'text', text: words });

describe('parseFormatting', () => {
  test.each([
    ['plain words', [text('plain words')]],
    ['*a* b', [{ type: 'bold', children: [text('a')] }, text(' b')]],
    [
      '_i_ ~s~',
      [{ type: 'italic', children: [text('i')] }, text(' '), { type: 'strike', children: [text('s')] }],
    ],
    ['*b _bi_*', [{ type: 'bold', children: [text('b '), { type: 'italic', children: [text('bi')] }] }]],
    ['`x*y*`', [{ type: 'code', text: 'x*y*' }]],
    ['```a\nb```', [{ type: 'block', text: 'a\nb' }]],
    ['2*3*4', [text('2*3*4')]],
    ['snake_case_name', [text('snake_case_name')]],
    ['* a *', [text('* a *')]],
    ['*not\nover lines*', [text('*not\nover lines*')]],
    ['**', [text('**')]],
    ['```', [text('```')]],
    ['```open', [text('```open')]],
    ['', []],
  ] as [string, TextNode[]][])('%p', (options, expected) => {
    expect(parseFormatting(options)).toEqual(expected);
  });

  test('links are http(s) only, end before punctuation and preserve underscores', () => {
    expect(parseFormatting('see https://a.com/x_y_z?q=1.')).toEqual([
      text('see '),
      { type: 'link', href: 'https://a.com/x_y_z?q=1', text: 'https://a.com/x_y_z?q=1' },
      text('.'),
    ]);
    expect(parseFormatting('www.a.com')).toEqual([
      { type: 'link', href: 'https://www.a.com/', text: 'www.a.com' },
    ]);
    for (const bad of [
      'javascript:alert(1)',
      'data:text/html,x',
      'xhttps://a.com',
      'http://localhost',
      'https://',
    ]) {
      expect(parseFormatting(bad)).toEqual([text(bad)]);
    }
    expect(safeHref('javascript:alert(1)//https://a.com')).toBeUndefined();
  });

  test('loses no text', () => {
    for (const options of [
      '*_~`',
      '~~~',
      '*a _b* c_',
      '```a``b',
      '\u202e*x*',
      '<b>*x*</b>',
      '*x* https://a.com *y*',
    ]) {
      const words = (nodes: TextNode[]): string =>
        nodes.map((node) => ('children' in node ? words(node.children) : node.text)).join('');
      expect(words(parseFormatting(options)).length).toBeGreaterThanOrEqual(
        options.replace(/[*_~`]/g, '').length,
      );
    }
  });

  test('stops formatting after five hundred marks', () => {
    const nodes = parseFormatting('*a* '.repeat(2000));
    expect(nodes.filter(({ type }) => type === 'bold')).toHaveLength(500);
    expect(nodes.at(-1)).toEqual(text(' *a*'.repeat(1500).concat(' ')));
  });

  test('parses hostile input in linear time', () => {
    const pieces = ['*a ', '_a', '*_~`', 'http://', 'h', '```', '*a* ', '~ ', 'www.', '*a_b~c'];
    expect(
      findSlowText({ name: 'formatting', run: parseFormatting, longest: 250_000 }, pieces.map(repeated)),
    ).toBe('');
  });
});

test('plainText removes formatting marks and line breaks', () => {
  expect(plainText('*Bia:*\nOi _você_')).toBe('Bia: Oi você');
});
