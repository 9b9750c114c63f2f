import { type Client, createClient } from '@libsql/client';
import type { SessionStore, StoreWrite } from './port.ts';

export class MemoryStore implements SessionStore {
  readonly rows = new Map<string, Uint8Array>();
  readonly journal = new Map<string, Uint8Array>();
  readonly applied: StoreWrite[][] = [];
  failing = 0;

  copy(): MemoryStore {
    const copy = new MemoryStore();
    for (const [key, value] of this.rows) copy.rows.set(key, value);
    for (const [id, value] of this.journal) copy.journal.set(id, value);
    return copy;
  }

  async read(keys: string[]) {
    const found = new Map<string, Uint8Array>();
    for (const key of keys) {
      const value = this.rows.get(key);
      if (value) found.set(key, value);
    }
    return found;
  }

  async apply(writes: StoreWrite[]) {
    if (this.failing > 0) {
      this.failing--;
      throw new Error('disk full');
    }
    this.applied.push(writes);
    for (const write of writes) {
      if (write.kind === 'set') this.rows.set(write.key, write.value);
      else if (write.kind === 'delete') this.rows.delete(write.key);
      else this.journal.set(write.id, write.value);
    }
  }

  async readJournal(limit: number) {
    return [...this.journal].slice(0, limit).map(([id, value]) => ({ id, value }));
  }

  async forgetJournal(ids: string[]) {
    for (const id of ids) this.journal.delete(id);
  }

  async wipe() {
    this.rows.clear();
  }
}

export class LibsqlStore implements SessionStore {
  private constructor(private readonly client: Client) {}

  static async open(path: string): Promise<LibsqlStore> {
    const client = createClient({ url: `file:${path}` });
    await client.execute('PRAGMA journal_mode = WAL');
    await client.batch(
      [
        'CREATE TABLE IF NOT EXISTS session_rows (key TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID',
        'CREATE TABLE IF NOT EXISTS session_journal (n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, value BLOB NOT NULL)',
      ].map((sql) => ({ sql, args: [] })),
    );
    return new LibsqlStore(client);
  }

  async read(keys: string[]) {
    const sql = `SELECT key, value FROM session_rows WHERE key IN (${keys.map(() => '?').join()})`;
    const { rows } = await this.client.execute({ sql, args: keys });
    return new Map(rows.map(({ key, value }) => [String(key), new Uint8Array(value as ArrayBuffer)]));
  }

  async apply(writes: StoreWrite[]) {
    await this.client.batch(writes.map(statement), 'write');
  }

  async readJournal(limit: number) {
    const sql = 'SELECT id, value FROM session_journal ORDER BY n LIMIT ?';
    const { rows } = await this.client.execute({ sql, args: [limit] });
    return rows.map(({ id, value }) => ({ id: String(id), value: new Uint8Array(value as ArrayBuffer) }));
  }

  async forgetJournal(ids: string[]) {
    const sql = `DELETE FROM session_journal WHERE id IN (${ids.map(() => '?').join()})`;
    await this.client.execute({ sql, args: ids });
  }

  async wipe() {
    await this.client.execute('DELETE FROM session_rows');
  }

  close() {
    this.client.close();
  }
}

function statement(write: StoreWrite) {
  switch (write.kind) {
    case 'set':
      return { sql: 'INSERT OR REPLACE INTO session_rows VALUES (?, ?)', args: [write.key, write.value] };
    case 'delete':
      return { sql: 'DELETE FROM session_rows WHERE key = ?', args: [write.key] };
    case 'journal':
      return { sql: 'INSERT INTO session_journal (id, value) VALUES (?, ?)', args: [write.id, write.value] };
  }
}
