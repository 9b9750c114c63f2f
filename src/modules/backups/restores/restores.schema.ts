import { z } from 'zod';
import { BACKUP_REASONS, SharedData, StoreJob } from '../backups.schema.ts';

export const FetchJob = StoreJob.extend({
  companyId: z.number(),
  /** Emptied first; then contains the company. */
  folder: z.string(),
  report: z.string(),
  /** Bytes to leave free on the data disk. */
  keepFree: z.number(),
});
export type FetchJob = z.infer<typeof FetchJob>;

export const ReplaceJob = z.object({
  dataDir: z.string(),
  shared: SharedData,
  companyId: z.number(),
  folder: z.string(),
  scratch: z.string(),
  epoch: z.number(),
});
export type ReplaceJob = z.infer<typeof ReplaceJob>;

export const ReplaceLine = z.union([
  z.object({ aside: z.array(z.string()) }),
  z.object({ failed: z.string() }),
]);

/** Written last: a folder without it is incomplete. */
export const READY = 'ready.json';
export const FetchedCompany = z.object({
  run: z.string(),
  madeAt: z.string(),
  rows: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
  damage: z.array(z.string()),
  damaged: z.number(),
});
export type FetchedCompany = z.infer<typeof FetchedCompany>;

/**
 * `unusable`: no set can be used, and `why` says the reason. `taken`: another company now has its name or an address.
 * `lockedOut`: the requesting user is not in the backup.
 */
const RESTORE_FAILURES = [...BACKUP_REASONS, 'unusable', 'taken', 'lockedOut'] as const;
export type RestoreFailure = (typeof RESTORE_FAILURES)[number];

export const FetchLine = z.union([
  z.object({ files: z.number(), of: z.number() }),
  z.object({ isFetched: z.literal(true) }),
  z.object({ failed: z.enum(RESTORE_FAILURES), why: z.string() }),
]);
