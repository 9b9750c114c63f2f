import { endOfDay } from '@/core/zoned-time.ts';
import type { CompanyRow } from '@/modules/companies/companies.queries.ts';
import {
  billingDayOf,
  moveByMonths,
  RECURRENCE_MONTHS,
  recurrenceOf,
} from '@/modules/companies/recurrence.schema.ts';

export function monthsOf(name: string): number {
  return RECURRENCE_MONTHS[recurrenceOf(name)];
}

type Due = Pick<CompanyRow, 'dueDate' | 'billingDay'> & { recurrence: string };

/** Counts from the later of today and the old end, and ends with the last second of a day. */
export function renewed({ dueDate, billingDay, recurrence }: Due, now: Date, timeZone: string) {
  const from = dueDate && dueDate > now ? dueDate : now;
  return {
    dueDate: addMonths(from, monthsOf(recurrence), { timeZone, billingDay }),
    billingDay: billingDayOf(zoned(from, timeZone).toPlainDate().toString(), billingDay),
  };
}

/** The last millisecond of that day in the zone. */
export function addMonths(
  at: Date,
  months: number,
  { timeZone, billingDay }: { timeZone: string; billingDay: number | null },
): Date {
  const day = moveByMonths(zoned(at, timeZone).toPlainDate().toString(), months, billingDay);
  return endOfDay(day, timeZone);
}

function zoned(at: Date, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone);
}
