import { describe, expect, test } from 'bun:test';
import { deflateRawSync } from 'node:zlib';
import { type BookType, utils, write } from '@e965/xlsx';
import { MAX_ROWS, MAX_SHEET_BYTES } from './imports.schema.ts';
import { readSheet } from './read-sheet.service.ts';
import { BadSheet } from './sheet-cells.logic.ts';
import { readSheetRows } from './sheet-rows.logic.ts';
import { unzip, zipPlain } from './unzip.logic.ts';

const PEOPLE = [
  ['Nome', 'Número', 'E-mail'],
  ['Ana', 5511988887777, 'ana@example.com'],
  ['João', '+55 21 97777-6666', ''],
];

function book(rows: unknown[][], bookType: BookType = 'xlsx'): Buffer {
  const file = utils.book_new();
  utils.book_append_sheet(file, utils.aoa_to_sheet(rows), 'Clientes');
  return write(file, { type: 'buffer', bookType, compression: true }) as Buffer;
}

function problemOf(file: Buffer): string {
  try {
    readSheetRows(file);
    return 'none';
  } catch (error) {
    return error instanceof BadSheet ? error.problem : String(error);
  }
}

function forged(change: (name: string, text: string) => string): Buffer {
  const parts = unzip(book(PEOPLE), /./, 10_000_000);
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();
  return zipPlain(parts.map(({ name, bytes }) => ({ name, bytes: Buffer.from(change(name, text(bytes))) })));
}

describe('supported sheets', () => {
  for (const type of ['xlsx', 'xlsm', 'biff8'] as const) {
    test(`read ${type} with numeric phone numbers`, () => {
      const { rows } = readSheetRows(book(PEOPLE, type));
      expect(rows.map(({ line, number }) => [line, number])).toEqual([
        [2, '5511988887777'],
        [3, '+55 21 97777-6666'],
      ]);
      expect(rows[0]).toMatchObject({ name: 'Ana', email: 'ana@example.com' });
    });
  }

  const texts: [name: string, bytes: Buffer][] = [
    ['semicolons', Buffer.from('nome;telefone\nAna;5511988887777\n')],
    ['commas and quotes', Buffer.from('"name","phone"\r\n"Ana","5511988887777"\r\n')],
    ['tabs', Buffer.from('NOME\tWhatsApp\nAna\t5511988887777')],
    ['a byte order mark', Buffer.from('\ufeffname;number;email\r\nAna;5511988887777;\r\n')],
    [
      'another order, and columns nobody asked for',
      Buffer.from('id;celular;cidade;nome\n1;5511988887777;X;Ana'),
    ],
    ['numbers called ID', Buffer.from('ID;Nome;Telefone\n1;Ana;5511988887777')],
    ['a title above', Buffer.from('Meus clientes\n\nnome;telefone\nAna;5511988887777')],
    ['Latin letters of old', Buffer.from('nome;n\xfamero\nAna;5511988887777', 'latin1')],
    ['two bytes a letter', Buffer.from('\ufeffnome\ttelefone\r\nAna\t5511988887777', 'utf16le')],
  ];
  for (const [name, bytes] of texts)
    test(`read text with ${name}`, () =>
      expect(readSheetRows(bytes).rows).toMatchObject([{ name: 'Ana', number: '5511988887777' }]));

  test('keep leading zeros and formulas as text and strip the export’s apostrophe', () => {
    const { rows } = readSheetRows(Buffer.from("nome;telefone\n=1+1;005511988887777\n'=cmd;+5521977776666"));
    expect(rows.map(({ name, number }) => [name, number])).toEqual([
      ['=1+1', '005511988887777'],
      ['=cmd', '+5521977776666'],
    ]);
  });

  test('use a formula’s cached value and nothing for an error', () => {
    const sheet = utils.aoa_to_sheet(PEOPLE);
    sheet.A2 = { t: 's', v: 'Ana', f: 'HYPERLINK("http://evil.example","Ana")' };
    sheet.C2 = { t: 'e', v: 23, w: '#REF!' };
    const file = utils.book_new();
    utils.book_append_sheet(file, sheet, 'A');
    const bytes = write(file, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
    expect(readSheetRows(bytes).rows[0]).toMatchObject({ name: 'Ana', email: '' });
  });

  test('may have columns named like object properties', () => {
    const { rows } = readSheetRows(Buffer.from('__proto__;constructor;telefone\na;b;5511988887777'));
    expect(rows).toEqual([{ line: 2, name: '', number: '5511988887777', email: '' }]);
    expect(({} as Record<string, unknown>).a).toBeUndefined();
  });
});

describe('rejected and forged sheets', () => {
  const zip = (name: string, text: string) => zipPlain([{ name, bytes: Buffer.from(text) }]);
  const files: [name: string, bytes: Buffer, problem: string][] = [
    ['nothing', Buffer.alloc(0), 'empty'],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'unreadable'],
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj'), 'unreadable'],
    ['HTML', Buffer.from('<table><tr><td>nome</td><td>telefone</td></tr></table>'), 'unreadable'],
    [
      'XML that names a file',
      Buffer.from('<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>'),
      'unreadable',
    ],
    ['SYLK', Buffer.from('ID;PWXL;N;E\nC;Y1;X1;K"telefone"\nE'), 'unreadable'],
    ['a zip of something else', zip('notes.txt', 'telefone'), 'unreadable'],
    ['a zip that was cut', book(PEOPLE).subarray(0, 900), 'unreadable'],
    [
      'a zip with a wrong directory',
      Buffer.concat([book(PEOPLE).subarray(0, 500), Buffer.alloc(500)]),
      'unreadable',
    ],
    ['an old workbook that was cut', book(PEOPLE, 'biff8').subarray(0, 700), 'unreadable'],
    [
      'a sheet and a zip in one',
      Buffer.concat([Buffer.from('nome;telefone\nAna;1'), book(PEOPLE)]),
      'unreadable',
    ],
    ['no column of numbers', Buffer.from('nome;cidade\nAna;Recife'), 'noNumber'],
    ['only the columns’ names', Buffer.from('nome;telefone\n'), 'empty'],
    [
      'one row too many',
      Buffer.from(`nome;telefone\n${'A;5511988887777\n'.repeat(MAX_ROWS + 1)}`),
      'tooMany',
    ],
  ];
  for (const [name, bytes, problem] of files)
    test(`${name}: ${problem}`, () => expect(problemOf(bytes)).toBe(problem));

  test('refuse a zip bomb whatever size its headers claim', () => {
    const zeros = deflateRawSync(Buffer.alloc(60 * 1024 * 1024, ' '));
    const honest = zipPlain([{ name: 'xl/workbook.xml', bytes: zeros }]);
    const at = honest.lastIndexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
    honest.writeUInt16LE(8, at + 10);
    honest.writeUInt32LE(10, at + 24);
    const before = process.memoryUsage().rss;
    expect(problemOf(honest)).toBe('tooLarge');
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
  });

  test('refuse parts that are too large together', () => {
    const part = Buffer.alloc(5 * 1024 * 1024, 'x');
    const parts = Array.from({ length: 6 }, (_, n) => ({ name: `xl/worksheets/sheet${n}.xml`, bytes: part }));
    expect(problemOf(zipPlain(parts))).toBe('tooLarge');
  });

  test('read only existing cells when a sheet claims a million rows', () => {
    const wide = forged((name, text) =>
      name === 'xl/worksheets/sheet1.xml' ? text.replace(/ref="[^"]+"/, 'ref="A1:XFD1048576"') : text,
    );
    const started = process.threadCpuUsage();
    expect(readSheetRows(wide).rows).toHaveLength(2);
    expect(process.threadCpuUsage(started).user).toBeLessThan(5_000_000);
  });

  test('do not expand growing XML entities', () => {
    const lol = '<!DOCTYPE lolz [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>';
    const file = forged((name, text) =>
      name === 'xl/sharedStrings.xml' || name === 'xl/worksheets/sheet1.xml'
        ? text.replace('?>', `?>${lol}`).replace('>João<', '>&b;&b;<')
        : text,
    );
    expect(problemOf(file)).toBe('none');
    expect(readSheetRows(file).rows[1]?.name.length).toBeLessThan(20);
  });
});

describe('readSheet', () => {
  test('parses twenty thousand rows off the main thread', async () => {
    const rows = Array.from({ length: MAX_ROWS }, (_, n) => [`Pessoa ${n}`, 5511900000000 + n]);
    const file = book([['nome', 'telefone'], ...rows]);
    let turns = 0;
    const watch = setInterval(() => {
      turns += 1;
    }, 5);
    const sheet = await readSheet(new Blob([new Uint8Array(file)]));
    clearInterval(watch);
    expect(sheet.rows).toHaveLength(MAX_ROWS);
    // On the main thread no turn of the loop would come between begin and end.
    expect(turns).toBeGreaterThan(5);
  });

  test('reports problems for the file field', async () => {
    const refused = (file: Blob) => expect(readSheet(file)).rejects;
    await refused(new Blob(['nome;cidade\nAna;Recife'])).toMatchObject({
      fields: { file: 'contacts:import.errors.noNumber' },
    });
    await refused(new Blob([new Uint8Array(MAX_SHEET_BYTES + 1)])).toMatchObject({
      fields: { file: 'contacts:import.errors.tooLarge' },
    });
  });
});
