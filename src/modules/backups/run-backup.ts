import { join } from 'node:path';
import { KEPT_FREE_BYTES } from '@/kernel/disk-space.ts';
import type { Kernel } from '@/kernel/scope.ts';
import { workBeside } from '@/kernel/work-beside.ts';
import { VERSION } from '@/version.ts';
import { type BackupJob, BackupLine, type BackupReason, type BackupResult } from './backups.schema.ts';

declare module '@/kernel/scope.ts' {
  interface Services {
    backups: Backups;
  }
}

export type BackupEnd = { result: BackupResult } | { failed: BackupReason; why: string };

export type Backups = {
  readonly isRunning: boolean;
  /** Undefined while another one runs. */
  run(): Promise<BackupEnd> | undefined;
};

const ENTRY = join(import.meta.dir, '../../backup/main.ts');

/** In a process of its own, so that nobody waits for it; it ends with this one. */
export function createBackups({ config, clock, stopping }: Kernel): Backups {
  let running: Promise<BackupEnd> | undefined;
  return {
    get isRunning() {
      return running !== undefined;
    },
    run() {
      if (running) return undefined;
      running = runChild(
        {
          dataDir: config.dataDir,
          target: config.backupDir,
          s3: config.backupS3,
          recipient: config.backupRecipient,
          now: clock().toISOString(),
          version: VERSION,
          keepFree: KEPT_FREE_BYTES,
        },
        stopping,
      ).finally(() => {
        running = undefined;
      });
      return running;
    },
  };
}

async function runChild(job: BackupJob, stopping: AbortSignal): Promise<BackupEnd> {
  let ended: BackupEnd = { failed: 'interrupted', why: '' };
  for await (const said of workBeside(ENTRY, job, stopping)) {
    const line = BackupLine.parse(said);
    if (!('step' in line)) ended = line;
  }
  return ended;
}
