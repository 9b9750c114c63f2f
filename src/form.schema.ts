import { z } from 'zod';

/** What the parts of forms in views/ui send, and existing clients in their own ways. */

const WORDS = new Map<unknown, boolean>([
  [true, true],
  ['true', true],
  [1, true],
  ['1', true],
  [false, false],
  ['false', false],
  [0, false],
  ['0', false],
  ['', false],
]);

/** A switch sends 'false', and 'true' behind it when it is on; clients send booleans, or 0 and 1. What is left out, or null, is undefined. */
export const yesOrNo = z
  .preprocess((value) => {
    const last = Array.isArray(value) ? value.at(-1) : value;
    return WORDS.get(last) ?? last ?? undefined;
  }, z.boolean('validation:invalid').optional())
  .optional();

const NONE: unknown[] = ['', 0, '0', false];

/** Of a select or a combobox: null, false, '' and 0 are none; what is left out is undefined. */
export const idOrNone = z
  .preprocess(
    (value) => (NONE.includes(value) ? null : value),
    z.coerce.number('validation:invalid').int().positive().max(1e9, 'validation:invalid').nullable(),
  )
  .optional();

/** Minutes, tries, a rank: whole, and not below zero. A field that was left empty is undefined. */
export const amount = z
  .preprocess(
    (value) => (value === '' || value === null ? undefined : value),
    z.coerce
      .number('validation:invalid')
      .int('validation:invalid')
      .min(0, 'validation:invalid')
      .max(100_000, 'validation:invalid')
      .optional(),
  )
  .optional();

/** A day as `YYYY-MM-DD`. A field that was left empty is undefined. */
export const day = z.preprocess(
  (value) => (value === '' ? undefined : value),
  z.iso.date('validation:invalid').optional(),
);

/** A text area's text, with our own line ends. */
export const lines = (most: number) =>
  z
    .string()
    .max(most, 'validation:tooLong')
    .transform((text) => text.replaceAll('\r\n', '\n'));

/** `HH:mm`. */
export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'validation:invalid');
