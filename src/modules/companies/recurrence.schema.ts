import { z } from 'zod';

/** Spec part 1 §9: months that a due date moves by. */
export const RECURRENCE_MONTHS = { MENSAL: 1, BIMESTRAL: 2, TRIMESTRAL: 3, SEMESTRAL: 6, ANUAL: 12 } as const;
export type Recurrence = keyof typeof RECURRENCE_MONTHS;
export const RECURRENCES = Object.keys(RECURRENCE_MONTHS) as Recurrence[];

export function isRecurrence(text: string): text is Recurrence {
  return Object.hasOwn(RECURRENCE_MONTHS, text);
}

/** '' is none. Clients write it as they like. */
export const recurrence = z.preprocess(
  (value) => (typeof value === 'string' ? value.trim().toUpperCase() : (value ?? undefined)),
  z.enum(['', ...RECURRENCES], 'validation:invalid').optional(),
);

/** Takes and returns `yyyy-MM-dd`. A month that is too short ends it: 31 January and a month is 28 February. */
export function laterBy(day: string, every: Recurrence): string {
  return Temporal.PlainDate.from(day).add({ months: RECURRENCE_MONTHS[every] }).toString();
}
