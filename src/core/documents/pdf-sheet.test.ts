import { expect, test } from 'bun:test';
import { pdfSheet, type Sheet } from './pdf-sheet.ts';
import { widthOf } from './pdf-widths.ts';

const RIGHT = 535;
const LONG = 'uma frase bem comprida '.repeat(12).trim();
const LOUD = 'DISTRIBUIDORA E IMPORTADORA DE MATERIAIS ELÉTRICOS E HIDRÁULICOS IRMÃOS WANDERLEY LTDA.';

test('wraps long names and texts without overlaps inside the sheet', () => {
  const facts = [
    { name: 'Um nome que não cabe em uma linha só', lines: ['curto'] },
    { name: 'Hash', lines: ['f'.repeat(64), 'W'.repeat(64), LONG] },
    { name: 'MMMMMMMMMMMMMMMMMM', lines: [LOUD, ''] },
  ];
  const rendered = linesOf({ head: LOUD, title: LOUD, text: LONG, facts, note: LONG });
  expect(new Set(rendered.map(({ x, y }) => `${x} ${y}`)).size).toBe(rendered.length);
  for (const { x, text, size, isBold } of rendered) {
    const isName = isBold && size === 11;
    expect(x + widthOf(text, { size, isBold })).toBeLessThanOrEqual(isName ? 190 : RIGHT);
  }
  expect(rendered.flatMap(({ text }) => (/^f+$/.test(text) ? [text.length] : []))).toEqual([64]);
  expect(rendered.flatMap(({ text }) => (/^W+$/.test(text) ? [text.length] : []))).toEqual([32, 32]);
  expect(Math.min(...rendered.map(({ y }) => y))).toBeGreaterThan(60);
  const [curto, name] = ['curto', 'linha'].map((word) => rendered.find(({ text }) => text.includes(word)));
  expect(name?.y).toBeLessThan(curto?.y ?? 0);
});

test('measures text with the widths of Helvetica', () => {
  expect(widthOf('Ação', { size: 1000 })).toBe(667 + 500 + 556 + 556);
  expect(widthOf('Ação', { size: 1000, isBold: true })).toBe(722 + 556 + 556 + 611);
  expect(widthOf('í', { size: 1000 })).toBe(278);
  expect(widthOf('€…日', { size: 1000 })).toBe(3000);
});

test('replaces unsupported letters by base letters or question marks', () => {
  const [head] = linesOf({ head: 'Kőszegi Łukasz 日', title: 'x', facts: [] });
  expect(head?.text).toBe('Koszegi ?ukasz ?');
});

function linesOf(sheet: Sheet) {
  const pdf = Buffer.from(pdfSheet(sheet)).toString('latin1');
  return [...pdf.matchAll(/\/F(\d) (\d+) Tf (\d+) (\d+) Td \((.*)\) Tj/g)].map(
    ([, font, size, x, y, text = '']) => ({
      ...{ x: Number(x), y: Number(y), size: Number(size), isBold: font === '2' },
      text: text.replace(/\\(.)/g, '$1'),
    }),
  );
}
