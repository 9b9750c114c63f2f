import { expect, test } from 'bun:test';
import { pdfSheet } from './pdf-sheet.ts';

test('long names and texts go on in the next line; no line begins where another stands', () => {
  const long = 'uma frase bem comprida '.repeat(12).trim();
  const facts = [
    { name: 'Um nome que não cabe em uma linha só', lines: ['curto'] },
    { name: 'Hash', lines: ['f'.repeat(64), long] },
  ];
  const pdf = Buffer.from(pdfSheet({ head: 'Balcão', title: 'Certificado', text: long, facts, note: long }));
  const drawn = [...pdf.toString('latin1').matchAll(/Tf (\d+) (\d+) Td \((.*)\) Tj/g)].map(
    ([, x, y, text = '']) => ({ x: Number(x), y: Number(y), text }),
  );
  expect(new Set(drawn.map(({ x, y }) => `${x} ${y}`)).size).toBe(drawn.length);
  for (const { x, text } of drawn) expect(text.length).toBeLessThanOrEqual(x === 60 ? 88 : 62);
  expect(
    drawn
      .filter(({ x }) => x === 200)
      .map(({ text }) => text)
      .join(''),
  ).toContain('ff');
  expect(Math.min(...drawn.map(({ y }) => y))).toBeGreaterThan(60);
  const [curto, name] = ['curto', 'linha'].map((word) => drawn.find(({ text }) => text.includes(word)));
  expect(name?.y).toBeLessThan(curto?.y ?? 0);
});
