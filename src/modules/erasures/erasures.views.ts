import { z } from 'zod';
import { ERASING_FAULTS, ERASURE_STEPS } from './erasures.schema.ts';

const count = z.number().int();

export const ErasureView = z.strictObject({
  id: z.number().int(),
  uuid: z.string(),
  step: z.enum(ERASURE_STEPS),
  counts: z.strictObject({
    tickets: count,
    messages: count,
    files: count,
    schedules: count,
    notes: count,
    shippings: count,
  }),
  askedAt: z.string(),
  userName: z.string(),
  endedAt: z.string().nullable(),
  backupsUntil: z.string().nullable(),
  trouble: z.enum(['', ...ERASING_FAULTS]),
  seal: z.string(),
});
export type ErasureView = z.infer<typeof ErasureView>;

export type ErasurePage = { records: ErasureView[]; hasMore: boolean };
