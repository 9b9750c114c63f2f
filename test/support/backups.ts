import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { type BackupJob, BackupLine, type BackupResult } from '@/modules/backups/backups.schema.ts';
import { failureOf } from '@/ops/backup/backup-failure.ts';
import { makeBackup } from '@/ops/backup/make-backup.ts';
import { entryOf } from './entry.ts';

type Ended = { steps: string[]; result?: BackupResult; failed?: string; why?: string };
type Job = Pick<BackupJob, 'dataDir' | 'target'> & Partial<BackupJob>;

const whole = (job: Job): BackupJob => ({
  s3: null,
  recipient: null,
  now: '2026-03-10T06:12:00.000Z',
  version: '0.0.0',
  keepFree: 0,
  ...job,
});

export async function backUp(job: Job, onStep?: (step: string) => unknown): Promise<Ended> {
  const steps: string[] = [];
  try {
    const result = await makeBackup(whole(job), async (step) => {
      steps.push(step);
      await onStep?.(step);
    });
    return { steps, result };
  } catch (error) {
    const { reason, message } = failureOf(error);
    return { steps, failed: reason, why: message };
  }
}

/** In a separate process, like the server's. `killedAt`: it blocks at that step and is killed. */
export async function backUpAside(job: Job, killedAt?: (step: string) => boolean): Promise<Ended> {
  const entry = join(import.meta.dir, '../../src/ops/backup/main.ts');
  const ended: Ended = { steps: [] };
  await runStepwise(entry, { ...whole(job), waits: true }, (text) => {
    const line = BackupLine.parse(JSON.parse(text));
    if (!('step' in line)) {
      Object.assign(ended, line);
      return 'go on';
    }
    ended.steps.push(line.step);
    return killedAt?.(line.step) ? 'die' : 'go on';
  });
  return ended;
}

export async function runStepwise(
  entry: string,
  job: object,
  onLine: (line: string) => 'go on' | 'die',
): Promise<void> {
  const child = Bun.spawn([process.execPath, entryOf(entry)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const log = (line: string) => {
    child.stdin.write(`${line}\n`);
    child.stdin.flush();
  };
  log(JSON.stringify(job));
  for await (const text of createInterface({ input: Readable.fromWeb(child.stdout as never) })) {
    if (onLine(text) === 'die') child.kill('SIGKILL');
    else log('go on');
  }
  await child.exited;
}
