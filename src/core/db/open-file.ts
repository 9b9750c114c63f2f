import { pathToFileURL } from 'node:url';
import { drizzle } from 'drizzle-orm/sqlite-proxy';
import Native from 'libsql';
import { yieldToLoop } from '../clock.ts';

export type DatabaseFile = Native.Database & Disposable;

const WAIT_MS = 20_000;
/** Databases after which a program frees closed files. */
export const MAX_CLOSED = 32;

/**
 * For programs of their own, because waiting for a lock blocks. The file must exist. The driver binds numbers as
 * REAL, and aborts the process for a single Buffer: bind it in an array.
 */
export function openFile(path: string, mode: 'rw' | 'ro' = 'rw'): DatabaseFile {
  const native = new Native(`${pathToFileURL(path).href}?mode=${mode}`, { timeout: WAIT_MS });
  // The default of libSQL is memory, where VACUUM would hold the whole database.
  native.exec('PRAGMA temp_store = FILE');
  return Object.assign(native, { [Symbol.dispose]: () => close(native) });
}

export function withDatabase<T>(path: string, work: (database: DatabaseFile) => T): T {
  using database = openFile(path);
  return work(database);
}

export function readRows<T>(path: string, sql: string, ...args: unknown[]): T[] {
  return withDatabase(path, (database) => database.prepare(sql).all(args)) as T[];
}

export function drizzleOn(database: DatabaseFile) {
  return drizzle(async (sql, args, method) => {
    const statement = database.prepare(sql);
    if (method === 'run') statement.run(args);
    return { rows: method === 'run' ? [] : statement.raw().all(args) };
  });
}

/** Call it now and then in a program that opens many files. */
export async function freeClosedFiles(): Promise<void> {
  Bun.gc(true);
  await yieldToLoop();
}

/** Empties log and cache: the driver frees a file only once its statements are garbage-collected (libsql-js#228). */
function close(native: Native.Database): void {
  try {
    if (native.inTransaction) native.exec('ROLLBACK');
    native.exec('PRAGMA shrink_memory');
    native.exec('PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)');
  } catch {
    // Read-only, in use or damaged.
  }
  native.close();
}
