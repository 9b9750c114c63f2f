import { z } from 'zod';
import { PROMISE_KEYS } from './promises.schema.ts';

const count = z.number().int().nonnegative();

/** Result of the last full test run; made by scripts/test.ts, never by hand. */
export const TestReport = z.object({
  at: z.iso.datetime(),
  /** Null outside a repository; ends with + for uncommitted changes. */
  commit: z.string().max(64).nullable(),
  promises: z.partialRecord(
    z.enum(PROMISE_KEYS),
    z.object({ files: count, passed: count, failed: count, skipped: count }),
  ),
});
export type TestReport = z.infer<typeof TestReport>;
