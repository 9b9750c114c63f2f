import { Database } from 'bun:sqlite';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { BackupFailure } from '../backup/backup-failure.ts';
import { requireSpace } from '../company-transfer/write-file.ts';

const WAIT_MS = 20_000;
const PAGES_AT_ONCE = 500;

/** No deleted byte stays in file, index or WAL. Others wait during VACUUM (decision 0015). */
export async function scrub(path: string, reserveBytes: number): Promise<void> {
  await requireSpace(dirname(path), statSync(path).size * 2 + reserveBytes);
  const database = new Database(path, { readwrite: true, create: false });
  try {
    database.run(`PRAGMA busy_timeout = ${WAIT_MS}`);
    for (const index of searchIndexes(database)) mergeWhole(database, index);
    database.run('VACUUM');
    emptyLog(database);
  } finally {
    database.close();
  }
}

function searchIndexes(database: Database): string[] {
  return database
    .query<{ name: string }, []>(
      "select name from sqlite_master where type = 'table' and sql like 'CREATE VIRTUAL TABLE%fts5%'",
    )
    .all()
    .map(({ name }) => name);
}

/** FTS5 only marks deleted terms until their segments are merged: here in short transactions. */
function mergeWhole(database: Database, index: string): void {
  const merge = database.query(`insert into "${index}"("${index}", rank) values ('merge', ?)`);
  const count = database.query<{ n: number }, []>('select total_changes() as n');
  merge.run(-PAGES_AT_ONCE);
  for (;;) {
    const before = count.get()?.n ?? 0;
    merge.run(PAGES_AT_ONCE);
    if ((count.get()?.n ?? 0) - before < 2) break;
  }
}

/** Waits for readers that block the checkpoint. */
function emptyLog(database: Database): void {
  const row = database.query<{ busy: number }, []>('PRAGMA wal_checkpoint(TRUNCATE)').get();
  if (row?.busy !== 0) throw new BackupFailure('broken', 'the log of the database is in use');
}
