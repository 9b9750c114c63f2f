import { describe, expect, test } from 'bun:test';
import { businessSeconds } from './business-time.logic.ts';
import { isOpenAt } from './opening-hours.logic.ts';

const day = (weekdayEn: string, startTime: string, endTime: string, more = {}) => ({
  weekday: '',
  weekdayEn,
  startTime,
  endTime,
  ...more,
});

const OFFICE = [
  ...['monday', 'tuesday', 'wednesday', 'thursday'].map((name) =>
    day(name, '08:00', '12:00', { startTimeB: '13:30', endTimeB: '18:00' }),
  ),
  day('friday', '20:00', '02:00'),
  day('saturday', '01:00', '12:00'),
  day('sunday', '', ''),
];
const HOLIDAYS = [{ day: '2026-03-11', isYearly: false }];
const ZONE = 'America/Sao_Paulo';
const at = (text: string) => new Date(`${text}-03:00`);
const hours = (from: string, to: string, of: typeof OFFICE | null = OFFICE) =>
  businessSeconds(of, HOLIDAYS, at(from), at(to), ZONE) / 3600;

describe('businessSeconds', () => {
  // 2026-03-10 is a Tuesday.
  const CASES: [what: string, from: string, to: string, hours: number][] = [
    ['inside one range', '2026-03-10T09:00:00', '2026-03-10T10:30:00', 1.5],
    ['over the noon break', '2026-03-10T11:00:00', '2026-03-10T14:30:00', 2],
    ['before and after', '2026-03-10T05:00:00', '2026-03-10T23:00:00', 8.5],
    ['only outside', '2026-03-10T18:00:00', '2026-03-11T07:00:00', 0],
    ['over a holiday', '2026-03-10T17:00:00', '2026-03-12T09:00:00', 2],
    ['through a night that overlaps the next morning', '2026-03-13T19:00:00', '2026-03-14T13:00:00', 16],
    ['from the night of the day before', '2026-03-14T00:30:00', '2026-03-14T01:30:00', 1],
    ['a weekend', '2026-03-14T11:00:00', '2026-03-16T09:00:00', 2],
    ['backwards', '2026-03-10T10:00:00', '2026-03-10T09:00:00', 0],
    ['of two weeks', '2026-03-02T00:00:00', '2026-03-16T00:00:00', 4 * 8.5 + 16 + 3 * 8.5 + 16],
  ];
  for (const [what, from, to, wanted] of CASES)
    test(what, () => {
      expect(hours(from, to)).toBeCloseTo(wanted, 6);
    });

  test('counts all time without hours, and weekdays without an entry as open', () => {
    expect(hours('2026-03-10T18:00:00', '2026-03-11T07:00:00', null)).toBe(13);
    expect(hours('2026-03-12T18:00:00', '2026-03-13T07:00:00', [])).toBe(13);
    expect(hours('2026-03-10T18:00:00', '2026-03-11T07:00:00', [])).toBe(6);
  });

  test('counts real hours on days of 23 and 25 hours', () => {
    const all = (from: string, to: string) =>
      businessSeconds([], [], new Date(from), new Date(to), 'Europe/Lisbon') / 3600;
    expect(all('2026-03-29T00:00:00Z', '2026-03-29T23:00:00Z')).toBe(23);
    expect(all('2026-10-24T23:00:00Z', '2026-10-26T00:00:00Z')).toBe(25);
  });

  test('equals the number of open minutes', () => {
    for (const zone of [ZONE, 'Europe/Lisbon', 'Asia/Kathmandu'])
      for (const [from, minutes] of [
        ['2026-03-12T22:13:00Z', 3_000],
        ['2026-03-28T20:00:00Z', 1_500],
        ['2026-10-24T20:00:00Z', 1_500],
      ] as const) {
        const start = Date.parse(from);
        let open = 0;
        for (let n = 0; n < minutes; n += 1)
          if (isOpenAt(OFFICE, HOLIDAYS, new Date(start + n * 60_000), zone)) open += 1;
        const end = new Date(start + minutes * 60_000);
        expect([zone, from, businessSeconds(OFFICE, HOLIDAYS, new Date(start), end, zone) / 60]).toEqual([
          zone,
          from,
          open,
        ]);
      }
  });
});
