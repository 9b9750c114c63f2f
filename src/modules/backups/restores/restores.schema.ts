import { z } from 'zod';
import { BACKUP_REASONS, StoreJob } from '../backups.schema.ts';

/** What the process that fetches a company from a backup is told, as one line. */
export const FetchJob = StoreJob.extend({
  companyId: z.number(),
  /** It is emptied; the company lies in it then. */
  folder: z.string(),
  /** A file for what is damaged. */
  report: z.string(),
  /** So many bytes of the data's own disk are left alone. */
  keepFree: z.number(),
});
export type FetchJob = z.infer<typeof FetchJob>;

/** The file with what was fetched, written last: a folder without it is not whole. */
export const READY = 'ready.json';
export const FetchedCompany = z.object({
  run: z.string(),
  madeAt: z.string(),
  /** Of the platform. */
  rows: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
  damage: z.array(z.string()),
  damaged: z.number(),
});
export type FetchedCompany = z.infer<typeof FetchedCompany>;

/** `unusable`: no set can be used, and `why` says the reason. `taken`: another company has its name or an address now. `lockedOut`: who asked is not in it. */
export const RESTORE_FAILURES = [...BACKUP_REASONS, 'unusable', 'taken', 'lockedOut'] as const;
export type RestoreFailure = (typeof RESTORE_FAILURES)[number];

export const FetchLine = z.union([
  z.object({ files: z.number(), of: z.number() }),
  z.object({ isFetched: z.literal(true) }),
  z.object({ failed: z.enum(RESTORE_FAILURES), why: z.string() }),
]);
