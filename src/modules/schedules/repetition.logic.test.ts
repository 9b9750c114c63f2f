import { expect, test } from 'bun:test';
import { readMoment } from './parse-date-time.logic.ts';
import { nextMoment } from './repetition.logic.ts';

const SAO_PAULO = 'America/Sao_Paulo';
const LISBON = 'Europe/Lisbon';

function series(repeats: 'weekly' | 'monthly', first: string, zone: string, times: number): string[] {
  const firstAt = readMoment(first, zone) ?? new Date(Number.NaN);
  const shown: string[] = [];
  let at = firstAt;
  for (let n = 0; n < times; n += 1) {
    at = nextMoment(repeats, firstAt, at, zone) ?? new Date(Number.NaN);
    shown.push(at.toLocaleString('sv', { timeZone: zone }).slice(0, 16));
  }
  return shown;
}

test.each([
  [
    'the 31st: the last day of a shorter month, and the 31st again',
    'monthly',
    '2026-01-31T09:30',
    SAO_PAULO,
    ['2026-02-28 09:30', '2026-03-31 09:30', '2026-04-30 09:30', '2026-05-31 09:30'],
  ],
  [
    'the 30th in a leap year',
    'monthly',
    '2027-12-30T08:00',
    SAO_PAULO,
    ['2028-01-30 08:00', '2028-02-29 08:00', '2028-03-30 08:00'],
  ],
  ['over the year’s end', 'weekly', '2026-12-28T23:59', SAO_PAULO, ['2027-01-04 23:59', '2027-01-11 23:59']],
  [
    'nine o’clock stays nine o’clock when summer time begins',
    'weekly',
    '2026-03-22T09:00',
    LISBON,
    ['2026-03-29 09:00', '2026-04-05 09:00'],
  ],
  ['and when it ends', 'monthly', '2026-09-25T09:00', LISBON, ['2026-10-25 09:00', '2026-11-25 09:00']],
  [
    'a time that summer time skips is an hour later, that once',
    'weekly',
    '2026-03-22T01:30',
    LISBON,
    ['2026-03-29 02:30', '2026-04-05 01:30'],
  ],
  [
    'a time that there is twice is sent once',
    'weekly',
    '2026-10-18T01:30',
    LISBON,
    ['2026-10-25 01:30', '2026-11-01 01:30'],
  ],
] as const)('nextMoment: %s', (_name, repeats, first, zone, expected) => {
  expect(series(repeats, first, zone, expected.length)).toEqual([...expected]);
});

test('skips past occurrences, however long ago the series began', () => {
  const firstAt = new Date('2020-01-31T12:00:00Z');
  const next = (after: string) => nextMoment('monthly', firstAt, new Date(after), 'UTC')?.toISOString();
  expect(next('2026-02-28T11:59:59Z')).toBe('2026-02-28T12:00:00.000Z');
  expect(next('2026-02-28T12:00:00Z')).toBe('2026-03-31T12:00:00.000Z');
  expect(nextMoment('weekly', firstAt, new Date('2026-03-10T00:00:00Z'), 'UTC')?.getUTCDay()).toBe(5);
  expect(nextMoment('never', firstAt, firstAt, 'UTC')).toBeNull();
});

test.each([
  ['2026-03-11 09:00:07', '2026-03-11T12:00:07.000Z'],
  ['2026-03-11T09:00', '2026-03-11T12:00:00.000Z'],
  ['2026-03-11T09:00:00Z', '2026-03-11T09:00:00.000Z'],
  ['2026-03-11T09:00:00.000-05:00', '2026-03-11T14:00:00.000Z'],
  ['2026-02-30T09:00', undefined],
  ['2026-03-11T25:00', undefined],
  ['2026-03-11 09:00:61', undefined],
  ['1026-03-11 09:00:00', undefined],
  ['amanhã', undefined],
  ['', undefined],
])('readMoment(%p) is %p', (text, expected) => {
  expect(readMoment(text, SAO_PAULO)?.toISOString()).toBe(expected as string);
});
