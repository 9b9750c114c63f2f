import type { z } from 'zod';
import { addDays, zonedParts } from '@/core/zoned-time.ts';
import type { ServiceHours } from '@/schemas/reply-fields.schema.ts';
import { minutesOf, spanOf, WEEKDAYS } from '@/schemas/service-hours.schema.ts';

type Hours = z.infer<typeof ServiceHours>;
/** `day` is YYYY-MM-DD; for yearly ones only month and day count. */
export type Closure = { day: string; isYearly: boolean };

const DAY = 24 * 60;

/** A range belongs to the day it begins on: one begun before a holiday's midnight runs to its end. */
export function isOpenAt(
  hours: readonly Hours[],
  holidays: readonly Closure[],
  at: Date,
  timeZone: string,
): boolean {
  const { day, time } = zonedParts(at, timeZone);
  const minute = minutesOf(time);
  const isServed = (begun: string, since: number) =>
    spansOn(hours, holidays, begun).some(({ start, end }) => start <= since && since < end);
  return isServed(day, minute) || isServed(addDays(day, -1), minute + DAY);
}

function isHoliday(holidays: readonly Closure[], day: string): boolean {
  return holidays.some((closed) => closed.day === day || (closed.isYearly && sameDate(closed.day, day)));
}

const sameDate = (one: string, other: string) => one.slice(5) === other.slice(5);

type Span = { start: number; end: number };

/** Minutes from that day's midnight, past 1440 on the next day; none on a holiday. */
export function spansOn(hours: readonly Hours[], holidays: readonly Closure[], day: string): Span[] {
  return isHoliday(holidays, day) ? [] : rangesOf(hours, day);
}

function rangesOf(hours: readonly Hours[], day: string): Span[] {
  const row = hours.find(({ weekdayEn }) => weekdayEn === weekdayOf(day));
  // The contract: a weekday without a row is open.
  if (!row) return [{ start: 0, end: DAY }];
  return [spanOf(row.startTime, row.endTime), spanOf(row.startTimeB, row.endTimeB)].filter(
    (span) => span !== undefined,
  );
}

const weekdayOf = (day: string) => WEEKDAYS[Temporal.PlainDate.from(day).dayOfWeek - 1]?.weekdayEn;
