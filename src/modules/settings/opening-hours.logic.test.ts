import { describe, expect, test } from 'bun:test';
import { zonedTime } from '@/core/zoned-time.ts';
import { DEFAULT_HOURS, WEEKDAYS } from '@/schemas/service-hours.schema.ts';
import { type Closure, isOpenAt } from './opening-hours.logic.ts';

const SAO_PAULO = 'America/Sao_Paulo';
const NEW_YORK = 'America/New_York';

type Times = [start: string, end: string, startB?: string, endB?: string];

function week(days: Record<string, Times>): typeof DEFAULT_HOURS {
  return WEEKDAYS.map((day) => {
    const [startTime, endTime, startTimeB, endTimeB] = days[day.weekdayEn] ?? ['', ''];
    return { ...day, startTime, endTime, ...(startTimeB !== undefined && { startTimeB, endTimeB }) };
  });
}

const noon = week({ monday: ['08:00', '12:00', '13:30', '18:00'] });
const night = week({ friday: ['20:00', '02:00'], saturday: ['10:00', '14:00', '22:00', '04:00'] });
const christmas: Closure = { day: '2020-12-25', isYearly: true };

// 2026-11-23 is a Monday.
const rows: [name: string, hours: typeof noon, at: string, isOpen: boolean, holidays?: Closure[]][] = [
  ['before it opens', DEFAULT_HOURS, '2026-11-23 07:59', false],
  ['as it opens', DEFAULT_HOURS, '2026-11-23 08:00', true],
  ['its last minute', DEFAULT_HOURS, '2026-11-23 17:59', true],
  ['as it closes', DEFAULT_HOURS, '2026-11-23 18:00', false],
  ['a Saturday morning', DEFAULT_HOURS, '2026-11-28 11:59', true],
  ['a Saturday afternoon', DEFAULT_HOURS, '2026-11-28 12:00', false],
  ['equal times are closed', DEFAULT_HOURS, '2026-11-29 00:00', false],
  ['equal times are closed all day', DEFAULT_HOURS, '2026-11-29 15:00', false],
  ['no times are closed', noon, '2026-11-24 10:00', false],
  ['the first range', noon, '2026-11-23 11:59', true],
  ['between the ranges', noon, '2026-11-23 12:00', false],
  ['the second range begins', noon, '2026-11-23 13:30', true],
  ['the second range ends', noon, '2026-11-23 18:00', false],
  ['the evening of a night', night, '2026-11-27 20:00', true],
  ['the night after midnight belongs to the day before', night, '2026-11-28 01:59', true],
  ['a night ends', night, '2026-11-28 02:00', false],
  ['the day after a night has hours of its own', night, '2026-11-28 10:00', true],
  ['a night as the second range', night, '2026-11-29 03:59', true],
  ['its end', night, '2026-11-29 04:00', false],
  ['the night before the first', night, '2026-11-27 01:00', false],
  ['until the end of the day', week({ monday: ['00:00', '23:59'] }), '2026-11-23 23:59', true],
  ['not a minute longer', week({ monday: ['00:00', '23:59'] }), '2026-11-24 00:00', false],
  ['until midnight', week({ monday: ['18:00', '00:00'] }), '2026-11-23 23:59', true],
  ['midnight itself', week({ monday: ['18:00', '00:00'] }), '2026-11-24 00:00', false],
  ['no hours at all are open', [], '2026-11-29 03:00', true],
  [
    'a weekday without a row is open',
    DEFAULT_HOURS.filter((day) => day.weekdayEn !== 'sunday'),
    '2026-11-29 03:00',
    true,
  ],
  ['times that are none are closed', week({ monday: ['morning', 'noon'] }), '2026-11-23 10:00', false],
  ['a holiday', DEFAULT_HOURS, '2026-12-25 10:00', false, [{ day: '2026-12-25', isYearly: false }]],
  ['that of another year', DEFAULT_HOURS, '2026-12-25 10:00', true, [{ day: '2025-12-25', isYearly: false }]],
  ['a yearly one', DEFAULT_HOURS, '2026-12-25 10:00', false, [christmas]],
  ['the day before it', DEFAULT_HOURS, '2026-12-24 10:00', true, [christmas]],
  ['a holiday without hours', [], '2026-12-25 10:00', false, [christmas]],
  [
    'a night that began before the holiday ends as usual',
    night,
    '2026-11-28 01:00',
    true,
    [{ day: '2026-11-28', isYearly: false }],
  ],
  [
    'a night does not begin on a holiday',
    night,
    '2026-11-28 01:00',
    false,
    [{ day: '2026-11-27', isYearly: false }],
  ],
  ['29 February comes in leap years', [], '2028-02-29 10:00', false, [{ day: '2024-02-29', isYearly: true }]],
  ['and is not 1 March in others', [], '2027-03-01 10:00', true, [{ day: '2024-02-29', isYearly: true }]],
];

describe('isOpenAt', () => {
  test.each(rows)('%s', (_name, hours, at, isOpen, holidays = []) => {
    const [day = '', time = ''] = at.split(' ');
    expect(isOpenAt(hours, holidays, zonedTime(day, time, SAO_PAULO), SAO_PAULO)).toBe(isOpen);
  });

  // In New York 02:00–03:00 is skipped on 2026-03-08 and 01:00–02:00 occurs twice on 2026-11-01; both are Sundays.
  const early = week({ sunday: ['01:30', '08:00'], saturday: ['22:00', '01:30'] });
  test.each([
    ['a Saturday night ends by the clock', '2026-03-08T06:29:00Z', true],
    ['what begins before the skipped hour', '2026-03-08T06:30:00Z', true],
    ['after the skipped hour', '2026-03-08T07:00:00Z', true],
    ['the end comes an hour sooner', '2026-03-08T12:00:00Z', false],
    ['a minute before', '2026-03-08T11:59:00Z', true],
    ['the repeated hour, first', '2026-11-01T05:29:00Z', true],
    ['the repeated hour, again', '2026-11-01T06:29:00Z', true],
    ['the end comes an hour later', '2026-11-01T12:59:00Z', true],
    ['and then', '2026-11-01T13:00:00Z', false],
  ])('clock change: %s', (_name, at, isOpen) => {
    expect(isOpenAt(early, [], new Date(at), NEW_YORK)).toBe(isOpen);
  });

  test('depends on the time zone’s weekday', () => {
    const monday = week({ monday: ['00:00', '23:59'] });
    const at = new Date('2026-11-24T02:00:00Z');
    expect([isOpenAt(monday, [], at, SAO_PAULO), isOpenAt(monday, [], at, 'UTC')]).toEqual([true, false]);
  });
});
