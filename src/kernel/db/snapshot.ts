import { copyFileSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@libsql/client';

export type Snapshot = { drop(): void; restore(): void };

/** How many migrations a folder holds. */
export function countMigrations(folder: string): number {
  const journal: unknown = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8'));
  const isJournal = typeof journal === 'object' && journal !== null && 'entries' in journal;
  return isJournal && Array.isArray(journal.entries) ? journal.entries.length : 0;
}

/** Keeps a copy of a database file beside it. Nothing else may use the file until it is dropped or restored. */
export async function takeSnapshot(client: Client, path: string): Promise<Snapshot> {
  const copy = `${path}.before`;
  await client.execute('PRAGMA wal_checkpoint(TRUNCATE)');
  copyFileSync(path, `${copy}.part`);
  renameSync(`${copy}.part`, copy);
  return {
    drop: () => rmSync(copy, { force: true }),
    restore() {
      // The log belongs to the file that goes.
      for (const suffix of ['-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
      renameSync(copy, path);
    },
  };
}

/** A start that died while it migrated left its copy: that is the state to begin from again. */
export function recoverSnapshot(path: string): void {
  const copy = `${path}.before`;
  if (!existsSync(copy)) return;
  for (const suffix of ['-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
  renameSync(copy, path);
}
