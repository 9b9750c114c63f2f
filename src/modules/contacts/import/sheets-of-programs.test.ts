import { describe, expect, test } from 'bun:test';
import { BadSheet } from './sheet-cells.logic.ts';
import { isDamagedNumber } from './sheet-columns.logic.ts';
import { readSheetRows } from './sheet-rows.logic.ts';

const ANA = { name: 'Ana Silva', number: '+55 11 98888-7777', email: 'ana@a.test' };
const peopleIn = (text: string) =>
  readSheetRows(Buffer.from(text)).rows.map(({ name, number, email }) => ({ name, number, email }));

describe('exports of other programs', () => {
  const sheets: [program: string, text: string][] = [
    [
      'Google Contacts in English',
      `First Name,Middle Name,Last Name,Organization Name,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value
Ana,,Silva,Padaria,* Home,ana@a.test,Mobile,+55 11 98888-7777`,
    ],
    [
      'Google Contacts in Portuguese',
      `Nome,Sobrenome,E-mail 1 - Tipo,E-mail 1 - Valor,Telefone 1 - Tipo,Telefone 1 - Valor
Ana,Silva,Casa,ana@a.test,Celular,+55 11 98888-7777`,
    ],
    [
      'Google Contacts, whose first number is the one at home',
      `First Name,Last Name,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value
Ana,Silva,* Home,ana@a.test ::: b@a.test,Home,+55 11 3333-4444,* Mobile,+55 11 98888-7777 ::: +55 11 97777-6666`,
    ],
    [
      'Google Contacts, of who has no mobile',
      `First Name,Last Name,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value
Ana,Silva,* Home,ana@a.test,,,Home,+55 11 98888-7777`,
    ],
    [
      'Google Contacts, of a company',
      `First Name,Last Name,Organization Name,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value
,,Ana Silva,ana@a.test,Work,+55 11 98888-7777`,
    ],
    ['a list in Spanish', 'Nombre;Apellidos;Móvil;Correo\nAna;Silva;+55 11 98888-7777;ana@a.test'],
    ['an ERP', 'Codigo;Razao Social;Fone;Celular;Email\n7;Ana Silva;1133334444;+55 11 98888-7777;ana@a.test'],
    [
      'an ERP, of who has no mobile',
      'Codigo;Razao Social;Fone;Celular;Email\n7;Ana Silva;+55 11 98888-7777;;ana@a.test',
    ],
    ['Chatwoot', 'id,name,email,identifier,phone_number\n3,Ana Silva,ana@a.test,,+55 11 98888-7777'],
    [
      'Outlook',
      'First Name,Last Name,Mobile Phone,Home Phone,E-mail Address\nAna,Silva,+55 11 98888-7777,,ana@a.test',
    ],
    [
      'a phone, as a vCard',
      'BEGIN:VCARD\r\nVERSION:3.0\r\nN:Silva;Ana;;;\r\nFN:Ana Silva\r\nTEL;TYPE=HOME:1133334444\r\nitem1.TEL;TYPE=CELL:+55 11 98888-\r\n 7777\r\nEMAIL;TYPE=INTERNET:ana@a.test\r\nEND:VCARD\r\n',
    ],
  ];
  test.each(sheets)('%s', (_program, text) => expect(peopleIn(text)).toEqual([ANA]));

  test('reads several vCards from an old phone and from WhatsApp', () => {
    const cards = `BEGIN:VCARD
VERSION:2.1
N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:;Jo=C3=A3o;;;
TEL;CELL:11977776666
END:VCARD
BEGIN:VCARD
VERSION:4.0
FN:Loja\\, a do lado
TEL;TYPE=work:tel:+551133334444
TEL;waid=5511966665555:+55 11 96666-5555
END:VCARD`;
    expect(peopleIn(cards)).toEqual([
      { name: 'João', number: '11977776666', email: '' },
      { name: 'Loja, a do lado', number: '5511966665555', email: '' },
    ]);
  });
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
  expect(peopleIn(after)).toEqual([{ name: 'Bia', number: '+55 11 97777-6666', email: '' }]);
});
