import { expect, test } from 'bun:test';
import { addDays, lastMonths, startOfMonth, zonedParts, zonedTime } from './zoned-time.ts';

test('converts a local day and time to an instant and back', () => {
  const at = zonedTime('2026-03-11', '09:00', 'America/Sao_Paulo');
  expect(at.toISOString()).toBe('2026-03-11T12:00:00.000Z');
  expect(zonedParts(at, 'America/Sao_Paulo')).toEqual({ day: '2026-03-11', time: '09:00' });
  expect(zonedParts(new Date('2026-03-11T02:30:00Z'), 'America/Sao_Paulo').day).toBe('2026-03-10');
  expect(zonedTime('2026-07-01', '00:00', 'Europe/Berlin').toISOString()).toBe('2026-06-30T22:00:00.000Z');
});

const SAO_PAULO = 'America/Sao_Paulo';
const SANTIAGO = 'America/Santiago';
const NEW_YORK = 'America/New_York';

const CHANGES: [zone: string, day: string, time: string, moment: string, shown?: string][] = [
  // Back one hour at midnight: 23:00 to 24:00 of the 4th occurs twice.
  [SANTIAGO, '2026-04-04', '22:59', '2026-04-05T01:59'],
  [SANTIAGO, '2026-04-04', '23:30', '2026-04-05T02:30'],
  [SANTIAGO, '2026-04-05', '00:00', '2026-04-05T04:00'],
  [SANTIAGO, '2026-04-05', '03:30', '2026-04-05T07:30'],
  // Forward one hour at midnight: the day begins at 01:00.
  [SANTIAGO, '2026-09-06', '00:00', '2026-09-06T04:00', '01:00'],
  [SANTIAGO, '2026-09-06', '03:30', '2026-09-06T06:30'],
  [NEW_YORK, '2026-03-08', '01:59', '2026-03-08T06:59'],
  [NEW_YORK, '2026-03-08', '02:30', '2026-03-08T07:30', '03:30'],
  [NEW_YORK, '2026-03-08', '03:00', '2026-03-08T07:00'],
  [NEW_YORK, '2026-11-01', '00:59', '2026-11-01T04:59'],
  [NEW_YORK, '2026-11-01', '01:30', '2026-11-01T05:30'],
  [NEW_YORK, '2026-11-01', '02:00', '2026-11-01T07:00'],
  [SAO_PAULO, '2018-11-03', '23:59', '2018-11-04T02:59'],
  [SAO_PAULO, '2018-11-04', '00:00', '2018-11-04T03:00', '01:00'],
  [SAO_PAULO, '2018-12-24', '09:00', '2018-12-24T11:00'],
  [SAO_PAULO, '2019-02-16', '23:30', '2019-02-17T01:30'],
  [SAO_PAULO, '2019-02-17', '00:00', '2019-02-17T03:00'],
  [SAO_PAULO, '2019-11-03', '00:00', '2019-11-03T03:00'],
  [SAO_PAULO, '2026-12-24', '09:00', '2026-12-24T12:00'],
];

test.each(CHANGES)('handles clock changes: %s, %s %s', (zone, day, time, moment, shown = time) => {
  const at = zonedTime(day, time, zone);
  expect(at.toISOString()).toBe(`${moment}:00.000Z`);
  expect(zonedParts(at, zone)).toEqual({ day, time: shown });
});

test('invalid input yields an invalid date', () => {
  for (const [day, time] of [
    ['2026-13-40', '99:99'],
    ['2026-02-30', '10:00'],
    ['2026-03-11', ''],
    ['', ''],
    ['2026-03-11', '09:00[Europe/Berlin]'],
  ])
    expect(zonedTime(day ?? '', time ?? '', 'UTC').getTime()).toBeNaN();
});

test('addDays crosses month ends', () => {
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01');
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
});

test('months follow the calendar of the time zone', () => {
  const [start, next] = [0, 1].map((later) => startOfMonth('2025-12', 'America/Sao_Paulo', { later }));
  expect([start, next]).toEqual([new Date('2025-12-01T03:00:00Z'), new Date('2026-01-01T03:00:00Z')]);
  const now = new Date('2026-01-01T01:00:00Z');
  expect(lastMonths(now, 'America/Sao_Paulo', 3)).toEqual(['2025-10', '2025-11', '2025-12']);
  expect(lastMonths(now, 'UTC', 3)).toEqual(['2025-11', '2025-12', '2026-01']);
});
