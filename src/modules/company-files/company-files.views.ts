import { z } from 'zod';
import { id, moment } from '../../fields.schema.ts';
import { EXPORT_STATUSES, FILE_FAILURES } from './company-files.schema.ts';

const ExportView = z.strictObject({
  id,
  status: z.enum(EXPORT_STATUSES),
  reason: z.enum(FILE_FAILURES).nullable(),
  madeBy: z.string(),
  withSecrets: z.boolean(),
  isEncrypted: z.boolean(),
  startedAt: moment,
  expiresAt: moment.nullable(),
  isExpired: z.boolean(),
  bytes: z.number(),
  messages: z.number(),
  files: z.number(),
  /** While it is made: null until its turn has come. */
  progress: z.strictObject({ done: z.number(), of: z.number() }).nullable(),
});
export type ExportView = z.infer<typeof ExportView>;
export type ExportPage = { records: ExportView[]; hasMore: boolean };
