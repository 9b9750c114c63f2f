import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { type BackupJob, BackupLine, type BackupResult } from '@/modules/backups/backups.schema.ts';

type Ended = { steps: string[]; result?: BackupResult; failed?: string; why?: string };

/** A backup in its own process. `killedAt`: it stands still there, and is killed. */
export async function backUp(
  job: Pick<BackupJob, 'dataDir' | 'target'> & Partial<BackupJob>,
  killedAt?: (step: string) => boolean,
): Promise<Ended> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, '../../src/backup/main.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const whole: BackupJob = {
    recipient: null,
    now: '2026-03-10T06:12:00.000Z',
    version: '0.0.0',
    keepFree: 0,
    ...job,
    waits: true,
  };
  const say = (line: string) => {
    child.stdin.write(`${line}\n`);
    child.stdin.flush();
  };
  say(JSON.stringify(whole));
  const ended: Ended = { steps: [] };
  const lines = createInterface({ input: Readable.fromWeb(child.stdout as never) });
  for await (const text of lines) {
    const line = BackupLine.parse(JSON.parse(text));
    if (!('step' in line)) Object.assign(ended, line);
    else {
      ended.steps.push(line.step);
      if (killedAt?.(line.step)) child.kill('SIGKILL');
      else say('go on');
    }
  }
  await child.exited;
  return ended;
}
