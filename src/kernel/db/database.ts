import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Client, createClient } from '@libsql/client';
import type { ExtractTablesWithRelations } from 'drizzle-orm';
import { drizzle, type LibSQLDatabase, type LibSQLTransaction } from 'drizzle-orm/libsql';
import { migrate } from 'drizzle-orm/libsql/migrator';
import { countMigrations, recoverSnapshot, takeSnapshot } from './snapshot.ts';
import { createWriteQueue, type WriteQueue } from './write-queue.ts';

export type Tables = Record<string, unknown>;
export type Reader<T extends Tables> =
  | LibSQLDatabase<T>
  | LibSQLTransaction<T, ExtractTablesWithRelations<T>>;

export type Database<T extends Tables> = {
  /** Reads go past the write queue and see the last committed state. */
  db: LibSQLDatabase<T>;
  /** Runs alone; rolled back when `work` rejects. Await nothing but the database inside. */
  write<R>(work: (tx: LibSQLTransaction<T, ExtractTablesWithRelations<T>>) => Promise<R>): Promise<R>;
  queue: WriteQueue;
  client: Client;
  close(): Promise<void>;
};

export type DatabaseOptions<T extends Tables> = { url: string; schema: T; migrations: string };

/**
 * Opens a libSQL database (a `file:` or a `libsql://` URL) and brings it to the newest migration.
 * Throws when a migration fails or leaves a broken reference; the file is then as it was.
 */
export async function openDatabase<T extends Tables>(options: DatabaseOptions<T>): Promise<Database<T>> {
  const path = options.url.startsWith('file:') ? options.url.slice('file:'.length) : undefined;
  if (path) mkdirSync(dirname(path), { recursive: true });
  if (path) recoverSnapshot(path);
  const isNew = path !== undefined && !existsSync(path);
  const client = createClient({ url: options.url, concurrency: 2, timeout: 5000 });
  if (path && isNew) await client.execute('PRAGMA journal_mode = WAL');
  const db = drizzle(client, { schema: options.schema });
  const run = () => migrate(db, { migrationsFolder: options.migrations });
  await migrateSafely(client, isNew ? undefined : path, options.migrations, run);
  const queue = createWriteQueue();
  return {
    db,
    queue,
    client,
    write: (work) => queue.run(() => db.transaction(work)),
    async close() {
      await queue.idle();
      if (path) await client.execute('PRAGMA wal_checkpoint(TRUNCATE)');
      client.close();
    },
  };
}

/**
 * A table rebuild runs with foreign keys off (libsql's `migrate`), so what it left is checked afterwards; what
 * was committed by then is undone by going back to a copy of the file. `path` is that of a file with rows in it.
 */
async function migrateSafely(
  client: Client,
  path: string | undefined,
  folder: string,
  run: () => Promise<void>,
): Promise<void> {
  const version = Number((await client.execute('PRAGMA user_version')).rows[0]?.user_version ?? 0);
  const total = countMigrations(folder);
  if (version >= total) return run();
  const snapshot = path === undefined ? undefined : await takeSnapshot(client, path);
  try {
    await run();
    // The check reads every row: only after a migration really ran.
    const broken = await client.execute('PRAGMA foreign_key_check');
    if (broken.rows.length > 0) throw new Error(`migration left ${broken.rows.length} broken references`);
    await client.execute(`PRAGMA user_version = ${total}`);
  } catch (error) {
    client.close();
    snapshot?.restore();
    throw error;
  }
  snapshot?.drop();
}
