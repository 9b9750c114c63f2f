import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';

export type MemoryBound = { mostMegabytes: number; exceeded(): void };
const CHECK_MS = 50;

/**
 * Yields what a separate process prints, one JSON value per line, so that its work blocks nothing. The process gets
 * its job as the first line and is killed when this generator ends or `ends` aborts. `tempDir`: where SQLite stores
 * what does not fit into memory; its default may be too small, or not writable. `memory`: kills it above this limit.
 */
export async function* workBeside(
  entry: string,
  job: object,
  ends: AbortSignal,
  tempDir?: string,
  memory?: MemoryBound,
): AsyncGenerator<unknown> {
  const command = [...(tempDir ? ['env', `SQLITE_TMPDIR=${tempDir}`] : []), process.execPath, entry];
  const child = Bun.spawn(command, { stdio: ['pipe', 'pipe', 'inherit'] });
  const end = () => child.kill('SIGKILL');
  ends.addEventListener('abort', end, { once: true });
  if (ends.aborted) end();
  const watch = memory && setInterval(() => endAbove(memory, child.pid, end), CHECK_MS);
  try {
    child.stdin.write(`${JSON.stringify(job)}\n`);
    child.stdin.flush();
    for await (const text of createInterface({ input: Readable.fromWeb(child.stdout as never) }))
      yield JSON.parse(text);
    await child.exited;
  } finally {
    clearInterval(watch);
    ends.removeEventListener('abort', end);
    end();
  }
}

function endAbove({ mostMegabytes, exceeded }: MemoryBound, pid: number, end: () => void): void {
  if (residentMegabytes(pid) <= mostMegabytes) return;
  exceeded();
  end();
}

export function residentMegabytes(pid = 0): number {
  try {
    const line = readFileSync(`/proc/${pid}/status`, 'utf8')
      .split('\n')
      .find((one) => one.startsWith('VmRSS:'));
    return Number.parseInt(line?.slice('VmRSS:'.length) ?? '0', 10) / 1024;
  } catch {
    return 0;
  }
}
