import { z } from 'zod';
import type { Bucket } from '../../core/storage/bucket.ts';
import { listFilter } from '../../schemas/list-filter.schema.ts';

export const BACKUPS_PER_PAGE = 20;
export const BACKUP_STATUSES = ['running', 'proven', 'failed'] as const;
export const BACKUP_STARTERS = ['clock', 'person'] as const;
/**
 * `incomplete`: verified, but files are missing from the disk or an older set is damaged. `differs`: the restore test
 * found something else than was backed up. `unreachable`, `refused`: the store does not answer, or denies access.
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

const S3Settings = z.object({
  endpoint: z.string(),
  region: z.string(),
  bucket: z.string(),
  accessKeyId: z.string(),
  secretAccessKey: z.string(),
}) satisfies z.ZodType<Bucket>;

export const SharedData = z.object({
  database: z.object({
    url: z.string(),
    adminUrl: z.string(),
    token: z.string().optional(),
    adminKey: z.string().optional(),
  }),
  media: S3Settings,
  secret: z.string(),
});

export const StoreJob = z.object({
  dataDir: z.string(),
  shared: SharedData.nullish(),
  target: z.string(),
  s3: S3Settings.nullable().default(null),
  storeQuietMs: z.number().optional(),
  recipient: z.string().nullable(),
});
export type StoreJob = z.infer<typeof StoreJob>;

export const BackupJob = StoreJob.extend({
  now: z.string(),
  version: z.string(),
  keepFree: z.number(),
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
  damage: z.array(z.string()).default([]),
});
export type BackupResult = z.infer<typeof Result>;

export const BackupLine = z.union([
  z.object({ step: z.string() }),
  z.object({ result: Result }),
  z.object({ failed: z.enum(BACKUP_REASONS), why: z.string() }),
]);
