import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';

/**
 * What a process of its own says, a JSON value a line, so that nobody waits for its work. It is given its job as the
 * first line, and ends with this process or at `ends`, whatever it is doing then. `tempDir`: where SQLite puts what does
 * not fit into memory; its own choice may be too small, or not writable.
 */
export async function* workBeside(
  entry: string,
  job: object,
  ends: AbortSignal,
  tempDir?: string,
): AsyncGenerator<unknown> {
  const command = [...(tempDir ? ['env', `SQLITE_TMPDIR=${tempDir}`] : []), process.execPath, entry];
  const child = Bun.spawn(command, { stdio: ['pipe', 'pipe', 'inherit'] });
  const end = () => child.kill('SIGKILL');
  ends.addEventListener('abort', end, { once: true });
  if (ends.aborted) end();
  try {
    child.stdin.write(`${JSON.stringify(job)}\n`);
    child.stdin.flush();
    for await (const text of createInterface({ input: Readable.fromWeb(child.stdout as never) }))
      yield JSON.parse(text);
    await child.exited;
  } finally {
    ends.removeEventListener('abort', end);
    end();
  }
}
