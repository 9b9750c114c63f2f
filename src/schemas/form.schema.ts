import { z } from 'zod';

const TEXT_TYPES = new Map<unknown, boolean>([
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

export const clientId = z.string().min(8, 'validation:invalid').max(64, 'validation:invalid').optional();

/** A switch sends 'false', followed by 'true' when on; clients send booleans, 0, 1. Missing and null: undefined. */
export const yesOrNo = z
  .preprocess((value) => {
    const last = Array.isArray(value) ? value.at(-1) : value;
    return TEXT_TYPES.get(last) ?? last ?? undefined;
  }, z.boolean('validation:invalid').optional())
  .optional();

const NONE: unknown[] = ['', 0, '0', false];

/** null, false, '' and 0 give null; a missing value gives undefined. */
export const idOrNone = z
  .preprocess(
    (value) => (NONE.includes(value) ? null : value),
    z.coerce.number('validation:invalid').int().positive().max(1e9, 'validation:invalid').nullable(),
  )
  .optional();

/** An empty field gives undefined. */
export const whole = (least: number, most: number) =>
  z.preprocess(
    (value) => (value === '' || value === null ? undefined : value),
    z.coerce
      .number('validation:invalid')
      .int('validation:invalid')
      .min(least, 'validation:invalid')
      .max(most, 'validation:invalid')
      .optional(),
  );

export const amount = whole(0, 100_000).optional();

/** A write-only credential: an empty field or the mask gives undefined, which leaves it unchanged. */
export const secret = (most: number, mask: string) =>
  z.preprocess(
    (value) => (value === '' || value === null || value === mask ? undefined : value),
    z.string().trim().max(most, 'validation:tooLong').optional(),
  );

/** A day as `YYYY-MM-DD`. An empty field gives undefined. */
export const day = z.preprocess(
  (value) => (value === '' ? undefined : value),
  z.iso.date('validation:invalid').optional(),
);

/** Browsers send CRLF (HTML, form submission); the text is stored with LF. */
export const lines = (most: number) =>
  z
    .string()
    .max(most, 'validation:tooLong')
    .transform((text) => text.replaceAll('\r\n', '\n'));
