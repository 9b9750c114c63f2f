import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { type DatabaseFile, openFile } from '../../core/db/open-file.ts';
import { BackupFailure } from '../backup/backup-failure.ts';
import { requireSpace } from '../company-transfer/write-file.ts';

const PAGES_AT_ONCE = 500;

/** No deleted byte stays in file, index or WAL. Others wait during VACUUM (decision 0015). */
export async function scrub(path: string, reserveBytes: number): Promise<void> {
  await requireSpace(dirname(path), statSync(path).size * 2 + reserveBytes);
  using database = openFile(path);
  for (const index of searchIndexes(database)) mergeWhole(database, index);
  database.exec('VACUUM');
  emptyLog(database);
}

function searchIndexes(database: DatabaseFile): string[] {
  const rows = database
    .prepare("select name from sqlite_master where type = 'table' and sql like 'CREATE VIRTUAL TABLE%fts5%'")
    .all() as { name: string }[];
  return rows.map(({ name }) => name);
}

/** FTS5 only marks deleted terms until their segments are merged: here in short transactions. */
function mergeWhole(database: DatabaseFile, index: string): void {
  const merge = database.prepare(`insert into "${index}"("${index}", rank) values ('merge', ?)`);
  const total = database.prepare('select total_changes() as n');
  const count = () => (total.get() as { n: number }).n;
  merge.run(-PAGES_AT_ONCE);
  for (;;) {
    const before = count();
    merge.run(PAGES_AT_ONCE);
    if (count() - before < 2) break;
  }
}

/** Waits for readers that block the checkpoint. */
function emptyLog(database: DatabaseFile): void {
  const { busy } = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number };
  if (busy !== 0) throw new BackupFailure('broken', 'the log of the database is in use');
}
