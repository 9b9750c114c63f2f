import { describe, expect, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import { markFor, marksOf, toggleMark } from './rich-text.ts';

withDom();

describe('marksOf', () => {
  test.each([
    ['<b>forte</b> e <i>leve</i>', '*forte* e _leve_'],
    ['<strong>a </strong>b', '*a* b'],
    ['<b><i>os dois</i></b>', '*_os dois_*'],
    ['<s>não</s> <del>nem</del>', '~não~ ~nem~'],
    ['use <code>bun run</code>', 'use `bun run`'],
    ['<pre>a\n  b</pre>', '```a\n  b```'],
    ['<p>um</p><p>dois</p><ul><li>x</li><li><b>y</b></li></ul>', 'um\ndois\n- x\n- *y*'],
    ['<ol><li>primeiro</li><li>segundo</li></ol>', '1. primeiro\n2. segundo'],
    ['<blockquote>dito<br>assim</blockquote>', '> dito\n> assim'],
    ['<h2>Título</h2>texto', '*Título*\ntexto'],
    ['<b>duas<br>linhas</b>', '*duas*\n*linhas*'],
    ['<b style="font-weight:normal"><span style="font-weight:700">doc</span> fim</b>', '*doc* fim'],
    ['<span style="text-decoration: line-through; font-style: italic">x</span>', '~_x_~'],
    ['<b>já *tem*</b>', 'já *tem*'],
    ['<style>b{}</style><script>alert(1)</script><b>só</b>', '*só*'],
    ['<b></b><b> </b>a', 'a'],
  ])('%s', (html, marked) => {
    expect(marksOf(html)).toBe(marked);
  });

  test.each(['<p>nada a marcar</p>', 'texto', '', `<b>${'x'.repeat(200_000)}</b>`])(
    'ignores HTML without formatting and overlong input',
    (html) => expect(marksOf(html)).toBeUndefined(),
  );

  test('handles deeply nested HTML', () => {
    expect(marksOf(`${'<div>'.repeat(5000)}<b>x</b>`)).toBeDefined();
  });
});

const press = (key: string, over: object = {}) =>
  markFor({ key, ctrlKey: true, metaKey: false, shiftKey: false, altKey: false, ...over } as KeyboardEvent);

test('maps only the formatting shortcuts of other editors', () => {
  expect([press('b'), press('I'), press('X', { shiftKey: true })]).toEqual(['*', '_', '~']);
  expect([press('x'), press('b', { shiftKey: true }), press('b', { ctrlKey: false }), press('v')]).toEqual([
    '',
    '',
    '',
    '',
  ]);
});

test.each([
  ['oi mundo', 3, 8, 'oi *mundo*', 'mundo'],
  ['oi *mundo*', 4, 9, 'oi mundo', 'mundo'],
  ['oi *mundo*', 3, 10, 'oi mundo', 'mundo'],
  ['oi ', 3, 3, 'oi **', ''],
])('toggles a mark on %p from %p to %p', (text, from, to, expected, chosen) => {
  const made = toggleMark({ text, from, to }, '*');
  expect([made.text, made.text.slice(made.from, made.to).replaceAll('*', '')]).toEqual([expected, chosen]);
});
