import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Client, createClient } from '@libsql/client';
import type { ExtractTablesWithRelations } from 'drizzle-orm';
import { drizzle, type LibSQLDatabase, type LibSQLTransaction } from 'drizzle-orm/libsql';
import { migrate } from 'drizzle-orm/libsql/migrator';
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
  const isNew = path !== undefined && !existsSync(path);
  const client = createClient({ url: options.url, concurrency: 2, timeout: 5000 });
  if (path && isNew) await client.execute('PRAGMA journal_mode = WAL');
  const db = drizzle(client, { schema: options.schema });
  await migrateSafely(client, () => migrate(db, { migrationsFolder: options.migrations }));
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

/** A table rebuild runs with foreign keys off (libsql's `migrate`), so what it left is checked afterwards. */
async function migrateSafely(client: Client, run: () => Promise<void>): Promise<void> {
  const before = await client.execute('PRAGMA user_version');
  await run();
  const count = await client.execute('SELECT count(*) AS n FROM __drizzle_migrations');
  const applied = Number(count.rows[0]?.n ?? 0);
  // The check reads every row: only after a migration really ran.
  if (applied === Number(before.rows[0]?.user_version ?? 0)) return;
  const broken = await client.execute('PRAGMA foreign_key_check');
  if (broken.rows.length > 0) throw new Error(`migration left ${broken.rows.length} broken references`);
  await client.execute(`PRAGMA user_version = ${applied}`);
}
