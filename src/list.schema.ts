import { z } from 'zod';

/** Sent by a list that refreshes: how many of its rows are on the screen, so that it comes back as long as it was. */
const shownRows = z.coerce.number().int().min(0).optional().catch(undefined);

/** The contract counts pages from 1. */
export const pageNumber = z.coerce.number().int().min(1).max(100_000).default(1);

export const searchParam = z.string().trim().max(200).default('');

/** What every list may be asked for: `pageNumber` by clients, as the contract counts; `after` and `rows` by our own pages. */
export const listFilter = {
  searchParam,
  pageNumber,
  rows: shownRows,
  /** Id of the last row shown: the list goes on behind it, however it has moved since. */
  after: z.coerce.number().int().positive().optional(),
};
