import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Client, LibsqlError } from '@libsql/client';
import { type Patience, untilFree } from './patience.ts';

export type Snapshot = { drop(): void; restore(): void };

/** How many migrations a folder holds. */
export function countMigrations(folder: string): number {
  const journal: unknown = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8'));
  const isJournal = typeof journal === 'object' && journal !== null && 'entries' in journal;
  return isJournal && Array.isArray(journal.entries) ? journal.entries.length : 0;
}

/** Keeps a copy of a database file beside it. Nothing else may use the file until it is dropped or restored. */
export async function takeSnapshot(client: Client, path: string, patience: Patience): Promise<Snapshot> {
  const copy = `${path}.before`;
  await checkpoint(client, patience);
  await copyElsewhere(path, `${copy}.part`);
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

/**
 * In another process: a file's locks belong to the process, and go when it closes any handle on that file. SQLite
 * elsewhere would then think that nobody has it open, and take its log away.
 */
async function copyElsewhere(from: string, to: string): Promise<void> {
  const { exited, stderr } = Bun.spawn(['cp', '--', from, to], { stdio: ['ignore', 'ignore', 'pipe'] });
  const words = await new Response(stderr).text();
  if ((await exited) !== 0) throw new Error(`${from} could not be copied: ${words.trim()}`);
}

/** Moves what the log holds into the file. SQLite does not fail where somebody holds it up, it only says so. */
export function checkpoint(client: Client, patience: Patience): Promise<void> {
  return untilFree(patience, async () => {
    const { rows } = await client.execute('PRAGMA wal_checkpoint(TRUNCATE)');
    if (Number(rows[0]?.busy ?? 0) !== 0) throw new LibsqlError('The log is in use', 'SQLITE_BUSY');
  });
}

/** A start that died while it migrated left its copy: that is the state to begin from again. */
export function recoverSnapshot(path: string): void {
  const copy = `${path}.before`;
  if (!existsSync(copy)) return;
  for (const suffix of ['-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
  renameSync(copy, path);
}
