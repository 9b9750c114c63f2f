import { join } from 'node:path';
import Database from 'libsql';
import type { Store } from './backup-store.ts';

/** Objects in the store, from this run, and referenced: on disk, because there may be millions. */
export type KnownObjects = {
  has(name: string): boolean;
  note(name: string, bytes: number): void;
  isNew(name: string): boolean;
  readonly addedBytes: number;
  /** Returns whether it is new. */
  name(object: string): boolean;
  unnamed(): Iterable<string>;
  close(): void;
};

export async function readKnownObjects(store: Store, scratch: string): Promise<KnownObjects> {
  const database = new Database(join(scratch, 'known-objects.db'));
  database.exec('PRAGMA journal_mode = OFF');
  database.exec('PRAGMA synchronous = OFF');
  database.exec('create table known (name text primary key, is_new integer not null) without rowid');
  database.exec('create table named (name text primary key) without rowid');
  const insert = database.prepare('insert or replace into known values (?, ?)');
  const find = database.prepare('select is_new from known where name = ?');
  const addName = database.prepare('insert or ignore into named values (?)');
  for await (const name of store.list('objects/')) insert.run(name, 0);
  let addedBytes = 0;
  return {
    has: (name) => find.get(name) !== undefined,
    note(name, bytes) {
      insert.run(name, 1);
      addedBytes += bytes;
    },
    isNew: (name) => (find.get(name) as { is_new: number } | undefined)?.is_new === 1,
    get addedBytes() {
      return addedBytes;
    },
    name: (object) => addName.run(object).changes === 1,
    *unnamed() {
      const rows = database.prepare('select name from known where name not in (select name from named)');
      for (const { name } of rows.iterate() as Iterable<{ name: string }>) yield name;
    },
    close: () => database.close(),
  };
}
