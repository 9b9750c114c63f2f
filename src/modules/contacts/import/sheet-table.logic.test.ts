import { describe, expect, test } from 'bun:test';
import { deflateRawSync } from 'node:zlib';
import { MAX_ROWS } from './imports.schema.ts';
import { BadSheet } from './sheet-cells.logic.ts';
import { readSheetTable } from './sheet-table.logic.ts';
import { zipPlain } from './unzip.logic.ts';

const read = (text: string) => readSheetTable(Buffer.from(text));
const NUMBER = '5511988887777';

describe('readSheetTable', () => {
  test('returns titles, lines and guessed columns', () => {
    expect(read(`Cidade;Fone;Nome;E-mail\nNatal;${NUMBER};Ana;a@b.co\n\n;${NUMBER};;`)).toEqual({
      titles: ['Cidade', 'Fone', 'Nome', 'E-mail'],
      lines: [
        { line: 2, cells: ['Natal', NUMBER, 'Ana', 'a@b.co'] },
        { line: 4, cells: ['', NUMBER, '', ''] },
      ],
      guess: { name: 2, number: 1, email: 3 },
    });
  });

  test.each([
    [
      'titles below a heading',
      `Meus clientes\n\nnome;fone\nAna;${NUMBER}`,
      { name: 0, number: 1, email: -1 },
      4,
    ],
    ['titles nobody knows', `a;b\nAna;${NUMBER}`, { name: 0, number: 1, email: -1 }, 2],
    ['no titles', `${NUMBER};x@y.zz;Ana\n${NUMBER};x@y.zz;Bia`, { name: 2, number: 0, email: 1 }, 1],
    ['no number anywhere', 'a;b\nAna;Natal', { name: 0, number: -1, email: -1 }, 2],
    ['only numbers', `${NUMBER}\n${NUMBER}`, { name: -1, number: 0, email: -1 }, 1],
  ])('%s', (_name, text, guess, line) => {
    const table = read(text);
    expect(table.guess).toEqual(guess);
    expect(table.lines[0]?.line).toBe(line);
  });

  test('does not take the labels of a first person without number for titles', () => {
    const unknown = 'Cliente;Tipo;Contato telefônico';
    for (const first of ['Ana;Celular;', 'Ana;Celular;5,51197E+12', `Ana;Celular;${NUMBER} (mãe)`]) {
      const { titles, lines, guess } = read(
        `${unknown}\n${first}\nBia;Celular;${NUMBER}\nCaio;Fixo;${NUMBER}`,
      );
      expect([titles.join(';'), lines.map(({ line }) => line), guess.number]).toEqual([
        unknown,
        [2, 3, 4],
        2,
      ]);
    }
    const untitled = read(`Ana;Celular;5,51197E+12\nBia;Celular;${NUMBER}`);
    expect(untitled.lines.map(({ line }) => line)).toEqual([1, 2]);
  });

  test('leaves out columns that nobody filled in, but not the known ones', () => {
    const empty = Array.from({ length: 60 }, (_, n) => `vazia ${n}`).join(';');
    const table = read(`${empty};nome;cidade;fone;e-mail\n${';'.repeat(60)}Ana;Natal;${NUMBER};`);
    expect(table).toEqual({
      titles: ['nome', 'cidade', 'fone', 'e-mail'],
      lines: [{ line: 2, cells: ['Ana', 'Natal', NUMBER, ''] }],
      guess: { name: 0, number: 2, email: 3 },
    });
    const filled = read(`${empty};fone\n${'x;'.repeat(60)}${NUMBER}`);
    expect([filled.titles.length, filled.titles[filled.guess.number]]).toEqual([20, 'fone']);
  });

  test('reads at most twenty columns', () => {
    const table = read(`${'x;'.repeat(100)}\n${`${NUMBER};`.repeat(100)}`);
    expect([table.titles.length, table.lines[0]?.cells.length]).toEqual([20, 20]);
  });

  test('accepts lines of different lengths', () => {
    const { titles, lines } = read(`fone\n${NUMBER};Ana;1;2\n${NUMBER}`);
    expect(titles).toEqual(['fone', '', '', '']);
    expect(lines[1]?.cells[0]).toBe(NUMBER);
  });
});

describe('readSheetTable errors', () => {
  const problemOf = (file: Buffer) => {
    try {
      readSheetTable(file);
      return 'none';
    } catch (error) {
      return error instanceof BadSheet ? error.problem : String(error);
    }
  };
  const bomb = zipPlain([
    { name: 'xl/workbook.xml', bytes: deflateRawSync(Buffer.alloc(60 * 1024 * 1024, ' ')) },
  ]);
  bomb.writeUInt16LE(8, bomb.lastIndexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02])) + 10);

  test.each([
    ['nothing', Buffer.alloc(0), 'empty'],
    ['blanks', Buffer.from('\n;;\n'), 'empty'],
    ['only titles', Buffer.from('nome;fone\n'), 'empty'],
    ['a row too many', Buffer.from(`nome;fone\n${'A;1\n'.repeat(MAX_ROWS + 1)}`), 'tooMany'],
    ['HTML', Buffer.from('<table><tr><td>fone</td></tr></table>'), 'unreadable'],
    ['a bomb', bomb, 'tooLarge'],
  ])('%s', (_name, file, problem) => {
    expect(problemOf(file)).toBe(problem);
  });
});
