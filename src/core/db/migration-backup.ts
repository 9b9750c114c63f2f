import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Client, LibsqlError } from '@libsql/client';
import { type LockWait, untilFree } from './driver/wait-for-lock.ts';

export type Snapshot = { drop(): void; restore(): void };

export function countMigrations(folder: string): number {
  const journal: unknown = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8'));
  const isJournal = typeof journal === 'object' && journal !== null && 'entries' in journal;
  return isJournal && Array.isArray(journal.entries) ? journal.entries.length : 0;
}

/** Nothing else may use the file until the copy is dropped or restored. */
export async function takeSnapshot(client: Client, path: string, lockWait: LockWait): Promise<Snapshot> {
  const copy = `${path}.before`;
  await checkpoint(client, lockWait);
  await copyElsewhere(path, `${copy}.part`);
  renameSync(`${copy}.part`, copy);
  return {
    drop: () => rmSync(copy, { force: true }),
    restore() {
      for (const suffix of ['-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
      renameSync(copy, path);
    },
  };
}

/** POSIX locks end when their process closes any handle of the file; other SQLites would then delete its log. */
async function copyElsewhere(from: string, to: string): Promise<void> {
  const { exited, stderr } = Bun.spawn(['cp', '--', from, to], { stdio: ['ignore', 'ignore', 'pipe'] });
  const output = await new Response(stderr).text();
  if ((await exited) !== 0) throw new Error(`${from} could not be copied: ${output.trim()}`);
}

/** SQLite reports a blocked checkpoint in its row, without an error. */
export function checkpoint(client: Client, lockWait: LockWait): Promise<void> {
  return untilFree(lockWait, async () => {
    const { rows } = await client.execute('PRAGMA wal_checkpoint(TRUNCATE)');
    if (Number(rows[0]?.busy ?? 0) !== 0) throw new LibsqlError('The log is in use', 'SQLITE_BUSY');
  });
}

export function recoverSnapshot(path: string): void {
  const copy = `${path}.before`;
  if (!existsSync(copy)) return;
  for (const suffix of ['-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
  renameSync(copy, path);
}
