import { Database } from 'bun:sqlite';
import { closeSync, openSync, readSync, rmSync, statSync } from 'node:fs';

const WAIT_MS = 20_000;

/** A transaction's view of a database in use. Only in a process where nothing else uses the file. */
export function snapshot(from: string, to: string): void {
  for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(`${to}${suffix}`, { force: true });
  const database = new Database(from, { readwrite: true, create: false });
  try {
    database.run(`PRAGMA busy_timeout = ${WAIT_MS}`);
    database.query('VACUUM INTO ?').run(to);
  } finally {
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
      .query<{ name: string }, []>(
        `select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name`,
      )
      .all();
    const counts = tables.map(({ name }): [string, number] => {
      const row = database.query<{ n: number }, []>(`select count(*) as n from "${name}"`).get();
      return [name, row?.n ?? 0];
    });
    const version = database.query<{ user_version: number }, []>('PRAGMA user_version').get();
    return { migrations: version?.user_version ?? 0, counts: Object.fromEntries(counts) };
  });
}

export function faultsOf(path: string): string[] {
  return withDatabase(path, (database) =>
    database
      .query<{ integrity_check: string }, []>('PRAGMA integrity_check(20)')
      .all()
      .map((row) => row.integrity_check)
      .filter((line) => line !== 'ok'),
  );
}

export function withDatabase<T>(path: string, work: (database: Database) => T): T {
  const database = new Database(path, { readwrite: true, create: false });
  try {
    return work(database);
  } finally {
    database.close();
  }
}
