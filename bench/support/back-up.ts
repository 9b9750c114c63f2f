import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { type BackupJob, BackupLine, type BackupResult } from '@/modules/backups/backups.schema.ts';

export type BackedUp = { ms: number; megabytes: number; cpuMs: number; files: number; result: BackupResult };

/** The backup process of the server, at its priority, as on the nth night. Throws unless it is proven. */
export async function backUp(n: number, target: Pick<BackupJob, 'dataDir' | 'target'>): Promise<BackedUp> {
  const now = new Date(Date.UTC(2026, 2, 10 + n, 6)).toISOString();
  const job: BackupJob = { ...target, s3: null, recipient: null, now, version: '0', keepFree: 0 };
  const startedAt = performance.now();
  const child = Bun.spawn([process.execPath, join(import.meta.dir, '../../src/ops/backup/main.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.write(`${JSON.stringify(job)}\n`);
  child.stdin.flush();
  const held = { megabytes: 0, cpuMs: 0, files: 0 };
  const looks = setInterval(() => {
    const { files = 0, ...rest } = heldBy(child.pid);
    Object.assign(held, rest, { files: Math.max(held.files, files) });
  }, 50);
  let result: BackupResult | undefined;
  for await (const text of createInterface({ input: Readable.fromWeb(child.stdout as never) })) {
    const line = BackupLine.parse(JSON.parse(text));
    if ('failed' in line) throw new Error(`${line.failed}: ${line.why}`);
    if ('result' in line) result = line.result;
  }
  const ms = performance.now() - startedAt;
  clearInterval(looks);
  child.stdin.end();
  if (!result || result.differences.length > 0) throw new Error(`night ${n}: ${result?.differences[0]}`);
  return { ms, ...held, result };
}

function heldBy(pid: number): Partial<Pick<BackedUp, 'megabytes' | 'cpuMs' | 'files'>> {
  try {
    const [, most] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    if (most === undefined) return {};
    const files = readdirSync(`/proc/${pid}/fd`).length;
    return { megabytes: Number(most) / 1024, cpuMs: (Number(fields[11]) + Number(fields[12])) * 10, files };
  } catch {
    return {};
  }
}
