import { z } from 'zod';
import { chosenId, dayFilter, listFilter } from '../../../schemas/list-filter.schema.ts';

export const FAILED_PER_PAGE = 20;

export const FailedFilter = z.object({
  rows: listFilter.rows,
  after: listFilter.after,
  whatsappId: z.coerce.number().int().positive().optional().catch(undefined),
  from: dayFilter,
  to: dayFilter,
  queueId: chosenId,
  userId: chosenId,
});
export type FailedFilter = z.infer<typeof FailedFilter>;

export const WhichFailed = FailedFilter.omit({ rows: true, after: true });
export type WhichFailed = z.infer<typeof WhichFailed>;
