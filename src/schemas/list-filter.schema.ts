import { z } from 'zod';

const shownRows = z.coerce.number().int().min(0).optional().catch(undefined);

/** The contract counts pages from 1. */
export const pageNumber = z.coerce.number().int().min(1).max(100_000).default(1);

export const searchParam = z.string().trim().max(200).default('');

/** An id, or `none` for what has none; an empty field gives undefined. */
export const chosenId = z.preprocess(
  (value) => (value === '' || value === null ? undefined : value),
  z
    .union(
      [z.literal('none'), z.coerce.number().int().positive().max(1e9, 'validation:invalid')],
      'validation:invalid',
    )
    .optional(),
);
export type ChosenId = z.infer<typeof chosenId>;

/** YYYY-MM-DD, or '' for none. */
export const dayFilter = z
  .union([z.literal(''), z.iso.date()])
  .catch('')
  .default('');

/** `pageNumber` is for clients of the contract, `after` and `rows` for our own pages. */
export const listFilter = {
  searchParam,
  pageNumber,
  rows: shownRows,
  /** Id of the last row shown: paging continues after it, even if the list has changed since. */
  after: z.coerce.number().int().positive().optional(),
};
