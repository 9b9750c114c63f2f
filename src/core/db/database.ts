import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Client, InStatement, Transaction, TransactionMode } from '@libsql/client';
import type { ExtractTablesWithRelations, Table } from 'drizzle-orm';
import { drizzle, type LibSQLDatabase, type LibSQLTransaction } from 'drizzle-orm/libsql';
import { migrate } from 'drizzle-orm/libsql/migrator';
import type { Ticks } from '../clock.ts';
import { StartRefused } from '../errors.ts';
import { LocalClient } from './driver/local-client.ts';
import type { Runs } from './driver/prepared-statement.ts';
import {
  createMemory,
  createTableStamps,
  marksRead,
  type Remember,
  sharedStamps,
  type TableStamps,
} from './driver/table-versions.ts';
import { type TransactionPart, valuesOf } from './driver/transaction-part.ts';
import { type LockWait, systemLockWait } from './driver/wait-for-lock.ts';
import { commitTogether, type Member } from './group-commit.ts';
import { checkpoint, countMigrations, recoverSnapshot, takeSnapshot } from './migration-backup.ts';
import type { Namespace, RemoteClient } from './remote/remote-client.ts';
import { SlowClient } from './slow-reads/slow-client.ts';
import type { OwnSlowReads } from './slow-reads/slow-reads.ts';
import { AMONG_OTHERS, type CompanyScheduler, createWriteQueue, type WriteQueue } from './write-queue.ts';

export type Tables = Record<string, unknown>;
type Writer<T extends Tables> = LibSQLTransaction<T, ExtractTablesWithRelations<T>> & Runs & Wrote;
export type Wrote = { hasWritten(tables: Table[]): boolean };
export type Reader<T extends Tables> = (LibSQLDatabase<T> & Runs) | Writer<T>;

export type Database<T extends Tables> = {
  /** Reads bypass the write queue and see the last committed state. */
  db: LibSQLDatabase<T> & Runs;
  slowDb: LibSQLDatabase<T> & Runs;
  /** Runs alone; rolled back when `work` rejects. Await nothing but the database inside. */
  write<R>(work: (tx: Writer<T>) => PromiseLike<R>): Promise<R>;
  batch(statements: InStatement[]): Promise<void>;
  remember: Remember;
  /** Another process wrote: nothing that is remembered holds any more. */
  forget(): void;
  queue: WriteQueue;
  client: Client;
  readonly uses: number;
  /** Closes the second connection if no read needed it since the last call. */
  trim(): void;
  /** Closes the file until the next use, which waits for `before`. False while busy. Call it inside `queue.run`. */
  hibernate(before: () => Promise<void>): Promise<boolean>;
  close(): Promise<void>;
};

export type DatabaseTools = {
  lockWait?: LockWait | undefined;
  scheduler?: CompanyScheduler | undefined;
  slowReads?: OwnSlowReads | undefined;
};

/** A file (`file:/…`), or a namespace of a libSQL server. */
type Location = { url: string; namespace?: never } | { namespace: Namespace; url?: never };

/** `migrations` is null for a reader, which takes the schema as it is. */
export type DatabaseOptions<T extends Tables> = Location &
  DatabaseTools & { schema: T; migrations: string | null };

const MAX_TOGETHER = 20;
const MAX_TOGETHER_MS = 10;

/** Shutdown must be short; what stays in the log is read when the file is opened again. */
const LAST_CHECKPOINT_MS = 500;

/** Throws, database unchanged, on a failed migration or a newer version's database. */
export async function openDatabase<T extends Tables>(options: DatabaseOptions<T>): Promise<Database<T>> {
  const { lockWait = systemLockWait, scheduler = AMONG_OTHERS, namespace } = options;
  const path = options.url?.slice('file:'.length);
  if (path) mkdirSync(dirname(path), { recursive: true });
  if (path) recoverSnapshot(path);
  const isNew = path !== undefined && !existsSync(path);
  const ownStamps = createTableStamps();
  const stamps = namespace?.isShared ? sharedStamps(ownStamps, lockWait.ticks) : ownStamps;
  const client = namespace
    ? await connectTo(namespace, stamps)
    : new LocalClient(path ?? '', lockWait, stamps.note, scheduler);
  if (path && isNew) await client.execute('PRAGMA journal_mode = WAL');
  const readerOn = (one: Client) => runningOn(one, drizzle(one, { schema: options.schema }));
  const db = readerOn(client);
  const { slowReads } = options;
  const slow = path && slowReads && new SlowClient(path, client as LocalClient, slowReads);
  const { migrations } = options;
  const run = (folder: string) => migrate(db, { migrationsFolder: folder });
  if (migrations) await migrateSafely(client, isNew ? undefined : path, migrations, lockWait, run);
  const begin = client.transaction.bind(client) as (
    mode?: TransactionMode,
    deadline?: number,
  ) => Promise<Transaction>;
  const commit = async (first: Member, next: () => Member | undefined) => {
    const transaction = await begin('write', first.since + lockWait.lockMs).catch(first.reject);
    if (transaction)
      await commitTogether(
        transaction,
        first,
        path ? aFew(lockWait.ticks, next) : () => undefined,
        scheduler,
      );
  };
  const queue = createWriteQueue(lockWait.ticks, commit, scheduler);
  let joined: TransactionPart | undefined;
  (client as Client).transaction = async (mode?: TransactionMode) => {
    const part = joined;
    joined = undefined;
    return part ?? begin(mode);
  };
  return {
    db,
    slowDb: slow ? readerOn(slow as unknown as Client) : db,
    queue,
    client,
    remember: createMemory(stamps),
    forget: () => ownStamps.note('all'),
    write: (work) =>
      queue.join((part) => {
        joined = part;
        return db.transaction(async (tx) => work(writingOn(part, tx)));
      }),
    async batch(statements) {
      await queue.join((part) => part.batch(statements));
    },
    get uses() {
      return client.uses;
    },
    trim() {
      if (client instanceof LocalClient) client.trim();
    },
    async hibernate(before) {
      if (!(client instanceof LocalClient) || client.closed) return false;
      // Truncates the log, so that a copy of the one file is complete; retried at the next opening.
      await client.execute('PRAGMA wal_checkpoint(TRUNCATE)').catch(() => undefined);
      return client.hibernate(before);
    },
    async close() {
      await queue.idle();
      const hurried = { ...lockWait, lockMs: LAST_CHECKPOINT_MS };
      if (path) await checkpoint(client, hurried).catch(() => undefined);
      client.close();
    },
  };
}

/** Loaded only where databases are no files. */
async function connectTo(namespace: Namespace, stamps: TableStamps): Promise<RemoteClient> {
  const { RemoteClient } = await import('./remote/remote-client.ts');
  return new RemoteClient(namespace, stamps.note);
}

function runningOn<R extends object>(client: Client, reader: R): R & Runs {
  return Object.assign(reader, { runStatement: (sql, args) => valuesOf(client, sql, args) } satisfies Runs);
}

function writingOn<R extends object>(part: TransactionPart, writer: R): R & Runs & Wrote {
  return Object.assign(writer, {
    runStatement: (sql, args) => part.values(sql, args),
    hasWritten: (tables) => part.hasWritten(tables.flatMap(marksRead)),
  } satisfies Runs & Wrote);
}

/** Limits the batch, so that its first member does not wait for all that arrive later. */
function aFew(ticks: Ticks, next: () => Member | undefined): () => Member | undefined {
  const end = ticks() + MAX_TOGETHER_MS;
  let left = MAX_TOGETHER - 1;
  return () => (left-- > 0 && ticks() < end ? next() : undefined);
}

/** libsql's `migrate` turns foreign keys off, so references are checked afterwards; a failure restores a copy. */
async function migrateSafely(
  client: Client,
  path: string | undefined,
  folder: string,
  lockWait: LockWait,
  run: (folder: string) => Promise<void>,
): Promise<void> {
  const version = Number((await client.execute('PRAGMA user_version')).rows[0]?.user_version ?? 0);
  const total = countMigrations(folder);
  // An older version would overlook or overwrite columns of a newer one.
  if (version > total)
    throw new StartRefused(
      `${path ?? 'The database'} was written by a newer version of Balcão (${version} migrations, ${total} known here): start that one, or restore a backup from before.`,
    );
  if (version === total) return;
  const snapshot = path === undefined ? undefined : await takeSnapshot(client, path, lockWait);
  try {
    await run(folder);
    // The check reads every row, so it runs only after a migration.
    const broken = await client.execute('PRAGMA foreign_key_check');
    if (broken.rows.length > 0) throw new Error(`migration left ${broken.rows.length} broken references`);
    await client.batch([`PRAGMA user_version = ${total}`], 'write');
  } catch (error) {
    client.close();
    snapshot?.restore();
    throw error;
  }
  snapshot?.drop();
}
