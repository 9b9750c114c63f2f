import { z } from 'zod';

/** Spec part 1 §9: months that a due date moves by. */
export const RECURRENCE_MONTHS = { MENSAL: 1, BIMESTRAL: 2, TRIMESTRAL: 3, SEMESTRAL: 6, ANUAL: 12 } as const;
export type Recurrence = keyof typeof RECURRENCE_MONTHS;
export const RECURRENCES = Object.keys(RECURRENCE_MONTHS) as Recurrence[];

export function recurrenceOf(name: string): Recurrence {
  return isRecurrence(name) ? name : 'MENSAL';
}

export function isRecurrence(text: string): text is Recurrence {
  return Object.hasOwn(RECURRENCE_MONTHS, text);
}

/** '' is none. Clients spell it in various ways. */
export const recurrence = z.preprocess(
  (value) => (typeof value === 'string' ? value.trim().toUpperCase() : (value ?? undefined)),
  z.enum(['', ...RECURRENCES], 'validation:invalid').optional(),
);

/** Takes and returns `yyyy-MM-dd`; 31 January becomes 28 February, then 31 March if billed on the 31st. */
export function moveByMonths(day: string, months: number, billingDay: number | null): string {
  const firstThere = Temporal.PlainDate.from(day).with({ day: 1 }).add({ months });
  return firstThere.with({ day: billingDayOf(day, billingDay) }).toString();
}

/** Unchanged while `day` is the billing day, or the end of a month too short for it. */
export function billingDayOf(day: string, known: number | null): number {
  const date = Temporal.PlainDate.from(day);
  return known !== null && Math.min(known, date.daysInMonth) === date.day ? known : date.day;
}
