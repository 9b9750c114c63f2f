import { describe, expect, test } from 'bun:test';
import {
  dayKey,
  dayLabel,
  duration,
  formatMoment,
  formatShortMoment,
  formatTime,
  listTime,
} from './dates.ts';
import { mapHref, parseLocation } from './location.ts';
import { messageKind, summaryOf } from './message-kind.ts';
import { parseContactCards } from './vcard.ts';

const zone = { timeZone: 'America/Sao_Paulo', t: (key: string) => key };
const at = (iso: string) => Date.parse(iso);

describe('date formatting', () => {
  test('uses the company’s time zone, not the browser’s', () => {
    expect(formatTime('2026-03-01T02:30:00Z', zone)).toBe('23:30');
    expect(formatTime('2026-03-01T03:05:00Z', zone)).toBe('00:05');
    expect(dayKey('2026-03-01T02:30:00Z', zone)).toBe('2026-02-28');
    expect(formatMoment('2026-03-01T02:30:00Z', zone)).toBe('28/02/2026 23:30');
    expect(formatShortMoment('2026-03-01T02:30:00Z', zone)).toBe('28/02/26 23:30');
  });

  test('labels a day as today, yesterday or by its date', () => {
    const now = at('2026-03-01T15:00:00Z');
    expect(dayLabel('2026-03-01T04:00:00Z', now, zone)).toBe('messages:today');
    expect(dayLabel('2026-03-01T02:59:00Z', now, zone)).toBe('messages:yesterday');
    expect(dayLabel('2026-02-27T12:00:00Z', now, zone)).toBe('27/02/2026');
    expect(listTime('2026-03-01T04:00:00Z', now, zone)).toBe('01:00');
    expect(listTime('2026-02-28T12:00:00Z', now, zone)).toBe('tickets:yesterday');
    expect(listTime('2025-12-31T12:00:00Z', now, zone)).toBe('31/12/2025');
  });

  test('finds yesterday across a clock change', () => {
    const lisbon = { ...zone, timeZone: 'Europe/Lisbon' };
    expect(dayLabel('2026-03-28T12:00:00Z', at('2026-03-29T23:30:00Z'), lisbon)).toBe('28/03/2026');
    expect(dayLabel('2026-03-29T00:30:00Z', at('2026-03-29T23:30:00Z'), lisbon)).toBe('messages:yesterday');
  });

  test('formats durations and sizes', () => {
    expect([0, 9.6, 75, 3661, Number.NaN, Number.POSITIVE_INFINITY].map(duration)).toEqual([
      '0:00',
      '0:10',
      '1:15',
      '1:01:01',
      '0:00',
      '0:00',
    ]);
  });
});

describe('vCards', () => {
  test('parses name, company, numbers with waid, folded lines and several cards', () => {
    const cards = parseContactCards(
      'BEGIN:VCARD\r\nVERSION:3.0\r\nN:Silva;Ana;;;\r\nFN:Ana\r\n  Silva\r\nORG:Padaria\\, Pão;\r\n' +
        'item1.TEL;type=CELL;waid=5511999998888:+55 11 99999-8888\r\nEMAIL:a@b.com\r\nEND:VCARD\n' +
        'BEGIN:VCARD\nN:Souza;Zé\nTEL:0800 123\nEND:VCARD',
    );
    expect(cards).toEqual([
      {
        name: 'Ana Silva',
        organization: 'Padaria, Pão',
        phones: [{ number: '+55 11 99999-8888', digits: '5511999998888' }],
        emails: ['a@b.com'],
      },
      { name: 'Zé Souza', organization: '', phones: [{ number: '0800 123', digits: '0800123' }], emails: [] },
    ]);
  });

  test('parses lines of name and number, and ignores invalid input', () => {
    expect(parseContactCards('Ana: 📞5511999998888\nSó nome')).toEqual([
      {
        name: 'Ana',
        organization: '',
        phones: [{ number: '5511999998888', digits: '5511999998888' }],
        emails: [],
      },
      { name: 'Só nome', organization: '', phones: [], emails: [] },
    ]);
    expect(parseContactCards('')).toEqual([]);
    expect(parseContactCards('BEGIN:VCARD\nEND:VCARD')).toEqual([]);
    expect(parseContactCards('BEGIN:VCARD\nFN:x\n'.repeat(5000)).length).toBeLessThanOrEqual(50);
  });
});

describe('locations', () => {
  test('are parsed with and without a thumbnail', () => {
    const body =
      'data:image/png;base64, iVBO | https://maps.google.com/maps?q=-23.5%2C-46.6&z=17&hl=pt-BR|-23.5, -46.6 ';
    expect(parseLocation(body)).toEqual({
      latitude: -23.5,
      longitude: -46.6,
      label: '',
      thumbnail: 'data:image/png;base64,iVBO',
    });
    expect(parseLocation('https://maps.google.com/maps?q=1.5%2C2.5|Padaria')).toEqual({
      latitude: 1.5,
      longitude: 2.5,
      label: 'Padaria',
      thumbnail: null,
    });
    expect(parseLocation('Latitude: -1.5 - Longitude: 2')).toMatchObject({ latitude: -1.5, longitude: 2 });
  });

  test('accept only genuine images, links and coordinates', () => {
    expect(parseLocation('data:image/svg+xml;base64,PHN2Zz4= | x|1, 2')?.thumbnail).toBeNull();
    expect(parseLocation('data:text/html;base64,AAAA | x|1, 2')?.thumbnail).toBeNull();
    expect(parseLocation('javascript:alert(1)|hello')).toBeUndefined();
    expect(parseLocation('99, 500')).toBeUndefined();
    expect(parseLocation('')).toBeUndefined();
    const position = parseLocation('https://evil.example/?q=1%2C2|1, 2');
    expect(position && mapHref(position)).toBe('https://www.google.com/maps/search/?api=1&query=1%2C2');
  });
});

test('unknown message types and prototype names fall back to unknown', () => {
  const t = (key: string) => key;
  expect(messageKind('pollMessage')).toBe(messageKind('unknown'));
  expect(messageKind('constructor')).toBe(messageKind('unknown'));
  expect(summaryOf({ body: 'raw vcard', mediaType: 'contactMessage' }, t)).toBe('messages:kind.contact');
  expect(summaryOf({ body: '', mediaType: 'image' }, t)).toBe('messages:kind.image');
  expect(summaryOf({ body: 'legenda', mediaType: 'image' }, t)).toBe('legenda');
});
