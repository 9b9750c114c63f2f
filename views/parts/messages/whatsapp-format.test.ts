import { describe, expect, test } from 'bun:test';
import { findSlowText, repeated } from '@test/hostile/linear.ts';
import { parseFormatting, plainSnippet, plainText, safeHref, type TextNode } from './whatsapp-format.ts';

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
    ['* a *', [{ type: 'item', marker: '•', children: [text('a *')] }]],
    [
      'Lista:\n- *um*\n12. dois\n> dito\nfim',
      [
        text('Lista:'),
        { type: 'item', marker: '•', children: [{ type: 'bold', children: [text('um')] }] },
        { type: 'item', marker: '12.', children: [text('dois')] },
        { type: 'quote', children: [text('dito')] },
        text('fim'),
      ],
    ],
    ['-5 graus', [text('-5 graus')]],
    ['- ', [text('- ')]],
    ['2026. ano', [text('2026. ano')]],
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

  test('phone numbers are links, other figures are not', () => {
    const linked = (line: string) =>
      parseFormatting(line).flatMap((node) => (node.type === 'link' ? [[node.text, node.href]] : []));
    expect(linked('ligue +55 11 98765-4321 ou (11) 3456-7890.')).toEqual([
      ['+55 11 98765-4321', 'tel:+5511987654321'],
      ['(11) 3456-7890', 'tel:1134567890'],
    ]);
    expect(linked('+1 (415) 555-0100, 11 98765-4321')).toEqual([
      ['+1 (415) 555-0100', 'tel:+14155550100'],
      ['11 98765-4321', 'tel:11987654321'],
    ]);
    for (const other of [
      '123.456.789-09',
      '12.345.678/0001-90',
      '23790.50400 41990.192231 14003.109204 1 95780000015000',
      'R$ 11987,65',
      '2026-03-11',
      'pedido 1234567',
      'x11987654321',
      '119876543210000',
    ])
      expect([other, linked(other)]).toEqual([other, []]);
  });

  test('a found piece is read without marks that lost their other end', () => {
    expect(plainSnippet('*Bia:* o sofá _cinz…')).toBe('Bia: o sofá cinz…');
    expect(plainSnippet('…bom dia* a todos, 2 * 3, snake_case')).toBe('…bom dia a todos, 2 * 3, snake_case');
    expect(plainText('Lista:\n- um\n- dois')).toBe('Lista: • um • dois');
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
