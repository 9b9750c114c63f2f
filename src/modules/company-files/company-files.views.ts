import { z } from 'zod';
import { id, moment } from '../../schemas/reply-fields.schema.ts';
import {
  EXPORT_STATUSES,
  FILE_FAILURES,
  type FileFailure,
  type FileRefusal,
  type Unpacked,
} from './company-files.schema.ts';

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
  progress: z.strictObject({ done: z.number(), of: z.number() }).nullable(),
});
export type ExportView = z.infer<typeof ExportView>;
export type ExportPage = { records: ExportView[]; hasMore: boolean };

const IncomingView = z.strictObject({
  id,
  file: z.string(),
  name: z.string(),
  isUploaded: z.boolean(),
  bytes: z.number(),
  at: moment,
});
export type IncomingView = z.infer<typeof IncomingView>;

export type ImportView =
  | { at: 'nothing' }
  | { at: 'checking'; file: string; read: number }
  | ({ at: 'checked'; file: string; people: number; leftOut: string[]; isNameTaken: boolean } & Unpacked)
  | { at: 'refused'; file: string; reason: FileFailure; refusal: FileRefusal | null }
  | { at: 'done'; companyId: number; name: string; people: number; leftOut: string[] };
