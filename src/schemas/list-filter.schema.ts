import { z } from 'zod';

const shownRows = z.coerce.number().int().min(0).optional().catch(undefined);

/** The contract counts pages from 1. */
export const pageNumber = z.coerce.number().int().min(1).max(100_000).default(1);

export const searchParam = z.string().trim().max(200).default('');

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
