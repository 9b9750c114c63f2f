import { describe, expect, test } from 'bun:test';
import { cardLines, readCards, withPlus } from './vcard-text.logic.ts';

const card = (name: string, ...lines: string[]) =>
  ['BEGIN:VCARD', 'VERSION:3.0', `FN:${name}`, ...lines, 'END:VCARD'].join('\n');

describe('cardLines', () => {
  test.each([
    [
      'WhatsApp’s own number',
      card('Ana', 'item1.TEL;waid=5511999998888:+55 11 99999-8888'),
      'Ana: 📞5511999998888',
    ],
    ['a typed number', card('Bia', 'TEL:(11) 3333-4444'), 'Bia: 📞1133334444'],
    ['two numbers', card('Caio', 'TEL:1', 'TEL:2'), 'Caio: 📞1\nCaio: 📞2'],
    ['no number', card('Davi'), 'Davi: 📞'],
    ['no name', card('', 'TEL:77'), '77: 📞77'],
    ['lines of another desk', 'Ana: 📞5511999998888', 'Ana: 📞5511999998888'],
    ['nothing', '', ''],
  ])('%s', (_, body, lines) => expect(cardLines(body)).toBe(lines));

  test('reads several cards with folded lines, fifty at most', () => {
    const two = `${card('Ana', 'TEL:1')}\n${card('Bia', 'TEL;type=CELL;\n waid=2:x')}`;
    expect(cardLines(two)).toBe('Ana: 📞1\nBia: 📞2');
    expect(cardLines(`${card('Z', 'TEL:9')}\n`.repeat(500)).split('\n')).toHaveLength(50);
  });
});

describe('readCards', () => {
  test('reads each card with its name, ignoring text between them', () => {
    const body = `x ${card('Ana', 'TEL:1')}\r\nEND:VCARD\nbegin:vcard\r\nitem1.FN;CHARSET=UTF-8:Bia\r\nend:vcard`;
    expect(readCards(body)).toEqual([
      { name: 'Ana', vcard: card('Ana', 'TEL:1') },
      { name: 'Bia', vcard: 'begin:vcard\r\nitem1.FN;CHARSET=UTF-8:Bia\r\nend:vcard' },
    ]);
  });

  test('ignores unclosed cards and limits their number', () => {
    expect(readCards('BEGIN:VCARD\n'.repeat(100_000))).toEqual([]);
    expect(readCards(`${card('Z')}\n`.repeat(500))).toHaveLength(257);
  });
});

describe('withPlus', () => {
  test('adds the plus to the number of a card', () => {
    expect(withPlus(card('Ana', 'TEL;waid=5511999998888:5511 99999-8888'))).toContain(
      'TEL;waid=5511999998888:+5511999998888',
    );
  });

  test.each([card('Ana', 'TEL:+55 11 9999'), card('Ana'), 'no card', ''])(
    'leaves other text unchanged: %j',
    (body) => expect(withPlus(body)).toBe(body),
  );
});
