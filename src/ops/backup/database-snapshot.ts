import { closeSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { openFile, readRows, withDatabase } from '../../core/db/open-file.ts';

/** A transaction's view of a database in use. */
export function snapshot(from: string, to: string): void {
  for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(`${to}${suffix}`, { force: true });
  const database = openFile(from);
  try {
    database.exec(`VACUUM INTO '${to.replaceAll("'", "''")}'`);
  } finally {
    // At once, and without a checkpoint beside a running server: no statement was prepared.
    database.close();
  }
}

/** Changes with every commit; null while the WAL is not empty, because the file is then out of date. */
export function stampOf(path: string): string | null {
  if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) return null;
  const { size, mtimeMs, ino } = statSync(path);
  // SQLite's own counters of changes: bytes 24 to 28 and 92 to 96 of the header.
  const header = Buffer.alloc(100);
  const handle = openSync(path, 'r');
  try {
    readSync(handle, header, 0, header.length, 0);
  } finally {
    closeSync(handle);
  }
  return [size, mtimeMs, ino, header.readUInt32BE(24), header.readUInt32BE(92)].join('-');
}

export type Inspected = { migrations: number; counts: Record<string, number> };

export function inspect(path: string): Inspected {
  return withDatabase(path, (database) => {
    const tables = database
      .prepare(
        `select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name`,
      )
      .all() as { name: string }[];
    const counts = tables.map(({ name }): [string, number] => {
      const { n } = database.prepare(`select count(*) as n from "${name}"`).get() as { n: number };
      return [name, n];
    });
    const version = database.prepare('PRAGMA user_version').get() as { user_version: number };
    return { migrations: version.user_version, counts: Object.fromEntries(counts) };
  });
}

export function faultsOf(path: string): string[] {
  return readRows<{ integrity_check: string }>(path, 'PRAGMA integrity_check(20)')
    .map((row) => row.integrity_check)
    .filter((line) => line !== 'ok');
}
