import { join } from 'node:path';
import { workBeside } from '@/core/process/child-process.ts';
import type { Kernel } from '@/core/scope.ts';
import { RESERVED_BYTES } from '@/core/storage/disk-space.ts';
import { VERSION } from '@/version.ts';
import {
  type BackupJob,
  BackupLine,
  type BackupReason,
  type BackupResult,
  type StoreJob,
} from './backups.schema.ts';

declare module '@/core/scope.ts' {
  interface Services {
    backups: Backups;
  }
}

export type BackupEnd = { result: BackupResult } | { failed: BackupReason; why: string };

export type Backups = {
  readonly isRunning: boolean;
  /** Undefined while another one runs. */
  run(): Promise<BackupEnd> | undefined;
  /** For work on the store that must not overlap a backup: each waits for the other. */
  beside<T>(work: (store: StoreJob) => Promise<T>): Promise<T>;
};

const ENTRY = join(import.meta.dir, '../../ops/backup/main.ts');

/** A separate process, so that it blocks no requests; it ends with this one. */
export function createBackups({ config, clock, stopping }: Kernel): Backups {
  let running: Promise<BackupEnd> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
  return {
    get isRunning() {
      return running !== undefined;
    },
    run() {
      if (running) return undefined;
      running = inTurn(() => {
        const now = clock().toISOString();
        return runBackup({ ...storeOf(config), now, version: VERSION, keepFree: RESERVED_BYTES }, stopping);
      }).finally(() => {
        running = undefined;
      });
      return running;
    },
    beside: (work) => inTurn(() => work(storeOf(config))),
  };
}

const storeOf = ({ dataDir, backupDir, backupS3, backupRecipient }: Kernel['config']): StoreJob => ({
  dataDir,
  target: backupDir,
  s3: backupS3,
  recipient: backupRecipient,
});

async function runBackup(job: BackupJob, stopping: AbortSignal): Promise<BackupEnd> {
  let ended: BackupEnd = { failed: 'interrupted', why: '' };
  for await (const sentText of workBeside(ENTRY, job, stopping)) {
    const line = BackupLine.parse(sentText);
    if (!('step' in line)) ended = line;
  }
  return ended;
}
