import { describe, expect, test } from 'bun:test';
import { z } from 'zod';
import {
  checkHours,
  DEFAULT_HOURS,
  HoursInput,
  hoursFields,
  hoursOf,
  hoursValues,
  withSecondRanges,
} from './service-hours.schema.ts';

const MONDAY = { weekday: 'Segunda-feira', weekdayEn: 'monday', startTime: '08:00', endTime: '18:00' };
const EMPTY = { startTimeB: '', endTimeB: '' };
const Form = z.object({ name: z.string(), ...hoursFields }).superRefine(checkHours);

describe('service hours in the contract format', () => {
  test.each<[unknown, unknown]>([
    [[MONDAY], [MONDAY]],
    [null, []],
    [[{ weekdayEn: 'MONDAY', startTime: '8', endTime: '1830' }], [{ ...MONDAY, endTime: '18:30' }]],
    [[{ ...MONDAY, startTime: null, endTime: null }], [{ ...MONDAY, startTime: '', endTime: '' }]],
    [[{ ...MONDAY, ...EMPTY }], [{ ...MONDAY, ...EMPTY }]],
    [
      [{ ...MONDAY, startTime: '00:00', endTime: '24:00' }],
      [{ ...MONDAY, startTime: '00:00', endTime: '23:59' }],
    ],
    [
      [{ ...MONDAY, endTime: '12h', startTimeB: '13h30', endTimeB: '18.00' }],
      [{ ...MONDAY, endTime: '12:00', startTimeB: '13:30', endTimeB: '18:00' }],
    ],
    [
      [{ ...MONDAY, startTime: '22:00', endTime: '04:00' }],
      [{ ...MONDAY, startTime: '22:00', endTime: '04:00' }],
    ],
    [DEFAULT_HOURS, DEFAULT_HOURS],
  ])('%j', (sent, read) => {
    expect(HoursInput.parse(sent)).toEqual(read as never);
  });

  test.each<[unknown, string, string]>([
    ['never', '', 'validation:invalid'],
    [[{ ...MONDAY, weekdayEn: 'segunda' }], '0.weekdayEn', 'validation:invalid'],
    [[MONDAY, MONDAY], '', 'validation:invalid'],
    [[{ ...MONDAY, startTime: '25:00' }], '0.startTime', 'validation:time'],
    [[{ ...MONDAY, startTime: '8:3' }], '0.startTime', 'validation:time'],
    [[{ ...MONDAY, endTime: 18 }], '0.endTime', 'validation:time'],
    [[{ ...MONDAY, endTime: '' }], '0.startTime', 'validation:timeMissing'],
    [[{ ...MONDAY, startTimeB: '19:00' }], '0.startTimeB', 'validation:timeMissing'],
    [[{ ...MONDAY, startTimeB: '17:00', endTimeB: '20:00' }], '0.startTimeB', 'validation:timeOverlap'],
    [
      [{ ...MONDAY, startTime: '20:00', endTime: '02:00', startTimeB: '23:00', endTimeB: '23:30' }],
      '0.startTimeB',
      'validation:timeOverlap',
    ],
  ])('%j is refused', (sent, path, message) => {
    const [issue] = HoursInput.safeParse(sent).error?.issues ?? [];
    expect([issue?.path.join('.'), issue?.message]).toEqual([path, message]);
  });

  test('preserves the second range when the client sends only one', () => {
    const before = [{ ...MONDAY, startTimeB: '19:00', endTimeB: '21:00' }];
    expect(withSecondRanges(before, [{ ...MONDAY, startTime: '09:00' }])).toEqual([
      { ...MONDAY, startTime: '09:00', startTimeB: '19:00', endTimeB: '21:00' },
    ]);
    expect(withSecondRanges(before, [{ ...MONDAY, ...EMPTY }])).toEqual([{ ...MONDAY, ...EMPTY }]);
    expect(withSecondRanges(before, [])).toEqual([]);
  });
});

describe('service hours form', () => {
  const sent = (values: Record<string, string>) => ({ name: 'Vendas', ...values });

  test('submits the hours unchanged and offers the default hours for none', () => {
    for (const hours of [DEFAULT_HOURS, []])
      expect(hoursOf(Form.parse(sent(hoursValues(hours))))).toEqual(DEFAULT_HOURS);
  });

  test('shows a weekday without an entry as open all day', () => {
    const tuesday = hoursOf(Form.parse(sent(hoursValues([MONDAY]))))?.[1];
    expect(tuesday).toMatchObject({ weekdayEn: 'tuesday', startTime: '00:00', endTime: '23:59' });
  });

  test('returns no hours for a form without the editor', () => {
    expect(hoursOf(Form.parse({ name: 'Vendas' }))).toBeUndefined();
  });

  test.each([
    [{ 'hours.monday.startTime': '9:5x' }, 'hours.monday.startTime', 'validation:time'],
    [{ 'hours.sunday.endTime': '' }, 'hours.sunday.startTime', 'validation:timeMissing'],
    [
      { 'hours.friday.startTimeB': '12:00', 'hours.friday.endTimeB': '13:00' },
      'hours.friday.startTimeB',
      'validation:timeOverlap',
    ],
  ])('rejects %j at its field', (change, field, message) => {
    const [issue] = Form.safeParse(sent({ ...hoursValues([]), ...change })).error?.issues ?? [];
    expect([issue?.path.join('.'), issue?.message]).toEqual([field, message]);
  });
});
