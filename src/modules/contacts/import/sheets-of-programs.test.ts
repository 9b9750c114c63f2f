import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BadSheet } from './sheet-cells.logic.ts';
import { isDamagedNumber } from './sheet-columns.logic.ts';
import { readSheetRows } from './sheet-rows.logic.ts';
import { readSheetTable } from './sheet-table.logic.ts';

/** Written as the program writes them, with their columns, line ends and encodings; the people are invented. */
const FOLDER = join(import.meta.dir, 'exports-of-programs');

const peopleIn = (file: Buffer | string) =>
  readSheetRows(Buffer.from(file)).rows.map(({ name, number, email }) => [name, number, email]);

type Person = [name: string, number: string, email: string];
const ANA: Person = ['Ana Silva', '+55 11 98888-7777', 'ana@padaria.test'];

const FILES: [file: string, people: Person[]][] = [
  [
    'android-2.1.vcf',
    [
      ['João Silva', '(11) 98888-7777', 'joao@padaria.test'],
      ['Maria Conceição', '11977776666', ''],
    ],
  ],
  [
    'bling.csv',
    [
      ['Ana Silva', '(11) 98888-7777', 'ana@padaria.test'],
      ['Gráfica Lima', '(11) 2222-3333', ''],
    ],
  ],
  [
    'chatwoot.csv',
    [
      ['Ana Silva', '+5511988887777', 'ana@padaria.test'],
      ['Bia', '', ''],
    ],
  ],
  ['erp-without-mobile.csv', [['Ana Silva', '(11) 98888-7777', '']]],
  [
    'excel-bom.csv',
    [
      ['Silva; Ana', '+55 11 98888-7777', 'ana@padaria.test'],
      ['João', '(11) 97777-6666', ''],
    ],
  ],
  [
    'excel-rounded.csv',
    [
      ['Ana', '5,51197E+12', ''],
      ['João', '5511988887777', ''],
    ],
  ],
  ['excel-sep.csv', [['João', '5511988887777', 'joao@padaria.test']]],
  ['google-contacts-2019.csv', [ANA]],
  ['google-contacts-pt.csv', [ANA]],
  [
    'google-contacts.csv',
    [ANA, ['Bia Costa', '(11) 96666-5555', ''], ['Gráfica Lima', '1122223333', 'oi@grafica.test']],
  ],
  ['iphone-3.0.vcf', [ANA, ['Gráfica Lima', '(11) 2222-3333', '']]],
  ['lista-es.csv', [['José Núñez', '+34 612 345 678', 'jose@padaria.test']]],
  [
    'outlook-pt.csv',
    [
      ['Ana Silva', '(11) 98888-7777', 'ana@padaria.test'],
      ['João', '(11) 2222-3333', ''],
    ],
  ],
  ['outlook.csv', [ANA, ['João', '(21) 97777-6666', '']]],
  [
    'vcard-4.0.vcf',
    [
      ['Ana Silva', '+55-11-98888-7777', 'ana@padaria.test'],
      ['Loja, a do lado', '5511966665555', ''],
      ['Sem telefone', '', 'sem@padaria.test'],
    ],
  ],
];

test('every export has its people here', () => {
  expect(readdirSync(FOLDER).sort()).toEqual(FILES.map(([file]) => file));
});

test.each(FILES)('%s is read', (file, people) => {
  expect(peopleIn(readFileSync(join(FOLDER, file)))).toEqual(people);
});

test.each(FILES)('%s is read for a list of contacts, without a choice of columns', (file, people) => {
  const { titles, lines, guess } = readSheetTable(readFileSync(join(FOLDER, file)));
  expect(titles.length).toBeLessThanOrEqual(20);
  const cell = (cells: string[], column: number) => (column < 0 ? '' : cells[column]);
  expect(
    lines.map(({ cells }) => [cell(cells, guess.name), cell(cells, guess.number), cell(cells, guess.email)]),
  ).toEqual(people);
});

test.each([
  ['5,51197E+12', true],
  ['5.51197E+12', true],
  ['5,51E12', true],
  ['5511988887777', false],
  ['+55 11 98888-7777', false],
])('isDamagedNumber(%s) is %p', (cell, isDamaged) => expect(isDamagedNumber(cell)).toBe(isDamaged));

test('does not take a row with the cell Mobile for a header', () => {
  const withoutTitles = 'Ana,Mobile,+55 11 98888-7777\nBia,Mobile,+55 11 97777-6666';
  expect(() => peopleIn(withoutTitles)).toThrow(BadSheet);
  const after = `Contatos da loja\nAna,Mobile,+55 11 98888-7777\nNome,Tipo,Telefone\nBia,Mobile,+55 11 97777-6666`;
  expect(peopleIn(after)).toEqual([['Bia', '+55 11 97777-6666', '']]);
});
