import { z } from 'zod';
import { listFilter } from '../../list.schema.ts';

export const BACKUPS_PER_PAGE = 20;
export const BACKUP_STATUSES = ['running', 'proven', 'failed'] as const;
export const BACKUP_STARTERS = ['clock', 'person'] as const;
/**
 * `incomplete`: proven, but files are missing from the disk or an older set is damaged. `differs`: it is there, but its rehearsal found something else than was backed up. `unreachable`, `refused`: the store
 * does not answer, or says no.
 */
export const BACKUP_REASONS = [
  'full',
  'differs',
  'unreadable',
  'unreachable',
  'refused',
  'interrupted',
  'broken',
  'incomplete',
] as const;
export type BackupReason = (typeof BACKUP_REASONS)[number];

export const BackupFilter = z.object(listFilter);
export type BackupFilter = z.infer<typeof BackupFilter>;

/** A bucket in which nothing else is kept. */
export const S3Settings = z.object({
  endpoint: z.string(),
  region: z.string(),
  bucket: z.string(),
  accessKeyId: z.string(),
  secretAccessKey: z.string(),
});
export type S3Settings = z.infer<typeof S3Settings>;

/** Where backups are kept, and for whom they are sealed. */
export const StoreJob = z.object({
  dataDir: z.string(),
  /** A folder; not used where there is a bucket. */
  target: z.string(),
  s3: S3Settings.nullable().default(null),
  /** How long a bucket may say nothing. */
  storeQuietMs: z.number().optional(),
  recipient: z.string().nullable(),
});
export type StoreJob = z.infer<typeof StoreJob>;

/** What the process that makes a backup is told, as one line. */
export const BackupJob = StoreJob.extend({
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
  /** Missing files and companies, and older sets that are damaged. */
  damage: z.array(z.string()).default([]),
});
export type BackupResult = z.infer<typeof Result>;

export const BackupLine = z.union([
  z.object({ step: z.string() }),
  z.object({ result: Result }),
  z.object({ failed: z.enum(BACKUP_REASONS), why: z.string() }),
]);
