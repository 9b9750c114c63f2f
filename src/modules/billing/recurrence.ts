import type { CompanyRow } from '@/modules/companies/companies.queries.ts';
import {
  billingDayOf,
  moveByMonths,
  RECURRENCE_MONTHS,
  recurrenceOf,
} from '@/modules/companies/recurrence.schema.ts';

export function monthsOf(word: string): number {
  return RECURRENCE_MONTHS[recurrenceOf(word)];
}

type Due = Pick<CompanyRow, 'dueDate' | 'billingDay'> & { recurrence: string };

/** From the later of today and the old end: who pays late begins anew on that day. */
export function renewed({ dueDate, billingDay, recurrence }: Due, now: Date, timeZone: string) {
  const from = dueDate && dueDate > now ? dueDate : now;
  return {
    dueDate: addMonths(from, monthsOf(recurrence), { timeZone, billingDay }),
    billingDay: billingDayOf(zoned(from, timeZone).toPlainDate().toString(), billingDay),
  };
}

/** The same time of day in that zone. */
export function addMonths(
  at: Date,
  months: number,
  { timeZone, billingDay }: { timeZone: string; billingDay: number | null },
): Date {
  const shown = zoned(at, timeZone);
  const day = moveByMonths(shown.toPlainDate().toString(), months, billingDay);
  const moved = Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime: shown.toPlainTime() });
  return new Date(moved.epochMilliseconds);
}

function zoned(at: Date, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone);
}
