import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { Kernel } from '@/kernel/scope.ts';
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
/** What the desk keeps for words when its disk fills (kernel/disk-space.ts), and as much again. */
const KEEP_FREE = 512 * 1024 * 1024;

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
          keepFree: KEEP_FREE,
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
  const child = Bun.spawn([process.execPath, ENTRY], { stdio: ['pipe', 'pipe', 'inherit'] });
  const end = () => child.kill('SIGKILL');
  stopping.addEventListener('abort', end, { once: true });
  try {
    child.stdin.write(`${JSON.stringify(job)}\n`);
    child.stdin.flush();
    let ended: BackupEnd = { failed: 'interrupted', why: '' };
    for await (const text of createInterface({ input: Readable.fromWeb(child.stdout as never) })) {
      const line = BackupLine.parse(JSON.parse(text));
      if (!('step' in line)) ended = line;
    }
    await child.exited;
    return ended;
  } finally {
    stopping.removeEventListener('abort', end);
  }
}
