import { z } from 'zod';
import { listFilter } from '../../../schemas/list-filter.schema.ts';

export const FAILED_PER_PAGE = 20;

export const FailedFilter = z.object({
  rows: listFilter.rows,
  after: listFilter.after,
  whatsappId: z.coerce.number().int().positive().optional().catch(undefined),
});
export type FailedFilter = z.infer<typeof FailedFilter>;
