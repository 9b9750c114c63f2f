import { expect, test } from 'bun:test';
import { pdfSheet, type Sheet } from './pdf-sheet.ts';
import { widthOf } from './pdf-widths.ts';

const RIGHT = 535;
const LONG = 'uma frase bem comprida '.repeat(12).trim();
const LOUD = 'DISTRIBUIDORA E IMPORTADORA DE MATERIAIS ELÉTRICOS E HIDRÁULICOS IRMÃOS WANDERLEY LTDA.';

test('long names and texts go on in the next line; no line begins where another stands, none leaves the sheet', () => {
  const facts = [
    { name: 'Um nome que não cabe em uma linha só', lines: ['curto'] },
    { name: 'Hash', lines: ['f'.repeat(64), 'W'.repeat(64), LONG] },
    { name: 'MMMMMMMMMMMMMMMMMM', lines: [LOUD, ''] },
  ];
  const drawn = linesOf({ head: LOUD, title: LOUD, text: LONG, facts, note: LONG });
  expect(new Set(drawn.map(({ x, y }) => `${x} ${y}`)).size).toBe(drawn.length);
  for (const { x, text, size, isBold } of drawn) {
    const isName = isBold && size === 11;
    expect(x + widthOf(text, { size, isBold })).toBeLessThanOrEqual(isName ? 190 : RIGHT);
  }
  expect(drawn.flatMap(({ text }) => (/^f+$/.test(text) ? [text.length] : []))).toEqual([64]);
  expect(drawn.flatMap(({ text }) => (/^W+$/.test(text) ? [text.length] : []))).toEqual([32, 32]);
  expect(Math.min(...drawn.map(({ y }) => y))).toBeGreaterThan(60);
  const [curto, name] = ['curto', 'linha'].map((word) => drawn.find(({ text }) => text.includes(word)));
  expect(name?.y).toBeLessThan(curto?.y ?? 0);
});

test('measures as Helvetica is drawn', () => {
  expect(widthOf('Ação', { size: 1000 })).toBe(667 + 500 + 556 + 556);
  expect(widthOf('Ação', { size: 1000, isBold: true })).toBe(722 + 556 + 556 + 611);
  expect(widthOf('í', { size: 1000 })).toBe(278);
  expect(widthOf('€…日', { size: 1000 })).toBe(3000);
});

test('letters that the font has not are drawn bare, others as a question mark', () => {
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
