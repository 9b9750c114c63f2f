import type { backups } from '@db/platform/schema/index.ts';

export type BackupRow = typeof backups.$inferSelect;
type Facts = Pick<
  BackupRow,
  | 'id'
  | 'status'
  | 'startedBy'
  | 'reason'
  | 'details'
  | 'companies'
  | 'messages'
  | 'files'
  | 'addedBytes'
  | 'differences'
>;

export type BackupView = Facts & { startedAt: string; endedAt: string | null };
export type BackupPage = { records: BackupView[]; hasMore: boolean };

export type BackupState = {
  lastProven: BackupView | null;
  isRunning: boolean;
  isMissed: boolean;
  hasFailed: boolean;
  damage: string[];
  isEncrypted: boolean;
  isElsewhere: boolean;
  folder: string | null;
  bucket: string | null;
};
