import { join, resolve } from 'node:path';
import type { Ticks } from '@/core/clock.ts';
import type { DatabaseServer } from '@/core/db/remote/database-server.ts';
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
import { dataOf } from './data-location.logic.ts';

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
  /** For work on the store that must not overlap a backup: each waits for the other, also on other nodes. */
  beside<T>(work: (store: StoreJob, ends: AbortSignal) => Promise<T>): Promise<T>;
};

const ENTRY = join(import.meta.dir, '../../ops/backup/main.ts');

/** A separate process, so that it blocks no requests; it ends with this one. */
export function createBackups({ config, clock, stopping, ticks, ids }: Kernel): Backups {
  const { cluster } = config;
  const amongNodes = lockOf(cluster?.database, ticks, ids.token(12));
  let running: Promise<BackupEnd> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: (ends: AbortSignal) => Promise<T>): Promise<T> => {
    const turn = last.then(async () => (await amongNodes)(work, stopping));
    last = turn.catch(() => undefined);
    return turn;
  };
  const backUp = (ends: AbortSignal): Promise<BackupEnd> => {
    const now = clock().toISOString();
    return runBackup({ ...storeOf(config), now, version: VERSION, keepFree: RESERVED_BYTES }, ends);
  };
  return {
    get isRunning() {
      return running !== undefined;
    },
    run() {
      if (running) return undefined;
      running = (isOwnFolder(config) ? Promise.resolve(OWN_FOLDER) : inTurn(backUp))
        .catch((error): BackupEnd => ({ failed: 'unreachable', why: String(error) }))
        .finally(() => {
          running = undefined;
        });
      return running;
    },
    beside: (work) => inTurn((ends) => work(storeOf(config), ends)),
  };
}

type Exclusive = <T>(work: (ends: AbortSignal) => Promise<T>, ends: AbortSignal) => Promise<T>;

async function lockOf(server: DatabaseServer | undefined, ticks: Ticks, holder: string): Promise<Exclusive> {
  if (!server) return (work, ends) => work(ends);
  const { createSharedLock } = await import('@/core/db/remote/shared-lock.ts');
  const lock = createSharedLock({ server, name: 'backups', holder, ticks });
  return (work, ends) => lock.run((lost) => work(AbortSignal.any([ends, lost])), ends);
}

const OWN_FOLDER: BackupEnd = {
  failed: 'refused',
  why: 'several nodes need BACKUP_S3_BUCKET, or a BACKUP_DIR that all of them reach',
};

const isOwnFolder = ({ cluster, backupS3, backupDir, dataDir }: Kernel['config']): boolean =>
  cluster !== null && !backupS3 && `${resolve(backupDir)}/`.startsWith(`${resolve(dataDir)}/`);

const storeOf = ({ dataDir, cluster, backupDir, backupS3, backupRecipient }: Kernel['config']): StoreJob => ({
  ...dataOf({ dataDir, cluster }),
  target: backupDir,
  s3: backupS3,
  recipient: backupRecipient,
});

async function runBackup(job: BackupJob, ends: AbortSignal): Promise<BackupEnd> {
  let ended: BackupEnd = { failed: 'interrupted', why: '' };
  for await (const output of workBeside(ENTRY, job, ends)) {
    const line = BackupLine.parse(output);
    if (!('step' in line)) ended = line;
  }
  return ended;
}
