import { expect, test } from 'bun:test';
import { fromCell, toCell } from './csv-cell.logic.ts';

test.each([
  ['João', 'João'],
  ['Ana Maria', 'Ana Maria'],
  ['ana@example.com', 'ana@example.com'],
  ['5511988887777', '5511988887777'],
  ['+5511988887777', `"'+5511988887777"`],
  ['=cmd|calc', `"'=cmd|calc"`],
  ['-1', `"'-1"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['＝1+1', `"'＝1+1"`],
  ['＋1', `"'＋1"`],
  ['－1', `"'－1"`],
  ['＠SUM(A1)', `"'＠SUM(A1)"`],
  ['﹦1+1', `"'﹦1+1"`],
  ['\t=1', `"'\t=1"`],
  ['\r=1', `"'\r=1"`],
  [' =1', `"' =1"`],
  ["'=1", `"''=1"`],
  ['"=1', `"'""=1"`],
  ['x,=1+1,', '"x,=1+1,"'],
  ['x;=1+1', '"x;=1+1"'],
  ['x\t=1+1', '"x\t=1+1"'],
  ['x",=1+1', '"x"",=1+1"'],
])('%j is written as %j', (text, cell) => {
  expect(toCell(text)).toBe(cell);
  const read = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
  expect(fromCell(read)).toBe(text);
});

test.each(["d'Ávila", "'Nana", 'x=1'])('leaves %j unchanged when reading', (text) => {
  expect(fromCell(text)).toBe(text);
});
