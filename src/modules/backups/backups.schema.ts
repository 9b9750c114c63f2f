import { z } from 'zod';
import { listFilter } from '../../list.schema.ts';

export const BACKUPS_PER_PAGE = 20;
export const BACKUP_STATUSES = ['running', 'proven', 'failed'] as const;
export const BACKUP_STARTERS = ['clock', 'person'] as const;
/** `differs`: it is there, but its rehearsal found something else than was backed up. */
export const BACKUP_REASONS = ['full', 'differs', 'unreadable', 'interrupted', 'broken'] as const;
export type BackupReason = (typeof BACKUP_REASONS)[number];

export const BackupFilter = z.object(listFilter);
export type BackupFilter = z.infer<typeof BackupFilter>;

/** What the process that makes a backup is told, as one line. */
export const BackupJob = z.object({
  dataDir: z.string(),
  target: z.string(),
  recipient: z.string().nullable(),
  now: z.string(),
  version: z.string(),
  /** So many bytes of the data's own disk are left alone. */
  keepFree: z.number(),
  /** It goes on only when it reads the next line. */
  waits: z.boolean().optional(),
});
export type BackupJob = z.infer<typeof BackupJob>;

const Result = z.object({
  name: z.string(),
  companies: z.number(),
  messages: z.number(),
  files: z.number(),
  addedBytes: z.number(),
  differences: z.array(z.string()),
});
export type BackupResult = z.infer<typeof Result>;

export const BackupLine = z.union([
  z.object({ step: z.string() }),
  z.object({ result: Result }),
  z.object({ failed: z.enum(BACKUP_REASONS), why: z.string() }),
]);
