import { describe, expect, test } from 'bun:test';
import {
  billingDayOf,
  moveByMonths,
  RECURRENCE_MONTHS,
  RECURRENCES,
  type Recurrence,
} from './recurrence.schema.ts';

function steps(from: string, every: Recurrence, count: number, billingDay: number | null = null): string[] {
  const days: string[] = [];
  let [day, known] = [from, billingDay];
  for (let n = 0; n < count; n += 1) {
    known = billingDayOf(day, known);
    day = moveByMonths(day, RECURRENCE_MONTHS[every], known);
    days.push(day);
  }
  return days;
}

function reckoned(from: string, every: Recurrence, step: number): string {
  const [year = 0, month = 0, day = 0] = from.split('-').map(Number);
  const at = month - 1 + RECURRENCE_MONTHS[every] * step;
  const last = new Date(Date.UTC(year, at + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, at, Math.min(day, last))).toISOString().slice(0, 10);
}

describe('moveByMonths', () => {
  const CASES: [from: string, every: Recurrence, days: string[]][] = [
    ['2027-01-31', 'MENSAL', ['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']],
    ['2028-01-31', 'MENSAL', ['2028-02-29', '2028-03-31']],
    ['2027-01-30', 'MENSAL', ['2027-02-28', '2027-03-30']],
    ['2028-01-29', 'MENSAL', ['2028-02-29', '2028-03-29']],
    ['2026-12-31', 'BIMESTRAL', ['2027-02-28', '2027-04-30', '2027-06-30', '2027-08-31']],
    ['2026-11-30', 'TRIMESTRAL', ['2027-02-28', '2027-05-30']],
    ['2026-08-31', 'SEMESTRAL', ['2027-02-28', '2027-08-31']],
    ['2028-02-29', 'ANUAL', ['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29']],
    ['2026-03-10', 'MENSAL', ['2026-04-10']],
  ];
  for (const [from, every, days] of CASES)
    test(`${every} from ${from}`, () => expect(steps(from, every, days.length)).toEqual(days));

  test('matches a plain calculation over nine years for every recurrence', () => {
    for (const every of RECURRENCES)
      for (let month = 1; month <= 12; month += 1)
        for (const day of ['01', '27', '28', '29', '30', '31']) {
          const from = `2027-${String(month).padStart(2, '0')}-${day}`;
          if (reckoned(from, every, 0) !== from) continue;
          const count = 108 / RECURRENCE_MONTHS[every];
          const expected = Array.from({ length: count }, (_, n) => reckoned(from, every, n + 1));
          expect([from, every, steps(from, every, count)]).toEqual([from, every, expected]);
        }
  });

  test('ignores a billing day that does not match the due date', () => {
    expect(steps('2026-03-07', 'MENSAL', 2, 31)).toEqual(['2026-04-07', '2026-05-07']);
    expect(steps('2026-02-28', 'MENSAL', 1, 15)).toEqual(['2026-03-28']);
    expect(moveByMonths('2027-02-28', -1, 31)).toBe('2027-01-31');
  });
});
