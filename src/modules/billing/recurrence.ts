import { RECURRENCES, type Recurrence } from './billing.schema.ts';

const MONTHS: Record<Recurrence, number> = {
  MENSAL: 1,
  BIMESTRAL: 2,
  TRIMESTRAL: 3,
  SEMESTRAL: 6,
  ANUAL: 12,
};

/** A company that says nothing, or nothing known, pays by the month. */
export function recurrenceOf(word: string): Recurrence {
  return RECURRENCES.find((known) => known === word) ?? 'MENSAL';
}

export function monthsOf(word: string): number {
  return MONTHS[recurrenceOf(word)];
}

/** The same time of day in that zone; a day that the month lacks becomes its last: 31 January and one is 28 February. */
export function addMonths(at: Date, months: number, timeZone: string): Date {
  const zoned = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone);
  return new Date(zoned.add({ months }).epochMilliseconds);
}

/** From the later of today and the old end. */
export function renewedUntil(
  { dueDate, recurrence }: { dueDate: Date | null; recurrence: string },
  now: Date,
  timeZone: string,
): Date {
  const from = dueDate && dueDate > now ? dueDate : now;
  return addMonths(from, monthsOf(recurrence), timeZone);
}
