import { sessionJournal, sessionKeys } from '@db/tenant/schema/index.ts';
import type { InStatement } from '@libsql/client';
import { and, asc, eq, sql } from 'drizzle-orm';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import type { Tenants } from '@/core/db/tenants/tenant-store.ts';
import type { Scope } from '@/core/scope.ts';
import type { SessionStores, StoreWrite } from '@/whatsapp/port.ts';

/** SQLite binds at most 32,766 values per statement; a row needs three. */
const ROWS_AT_ONCE = 5_000;

/** Opens the tenant on every call: an idle company's database may be closed in between. */
export function createSessionStores(tenants: Tenants): SessionStores {
  return ({ companyId, connectionId }) => {
    return {
      async read(keys) {
        const found = new Map<string, Uint8Array>();
        if (keys.length === 0) return found;
        const { db } = await tenants.open(companyId);
        const rows = await keysByName(db, { connectionId, keys: JSON.stringify(keys) });
        for (const row of rows) found.set(row.key, row.value);
        return found;
      },

      async apply(writes) {
        if (writes.length === 0) return;
        const database = await tenants.open(companyId);
        await database.batch(toStatements(connectionId, writes));
      },

      async readJournal(limit) {
        const { db } = await tenants.open(companyId);
        return db
          .select({ id: sessionJournal.entryId, value: sessionJournal.value })
          .from(sessionJournal)
          .where(eq(sessionJournal.connectionId, connectionId))
          .orderBy(asc(sessionJournal.id))
          .limit(limit);
      },

      async forgetJournal(ids) {
        if (ids.length === 0) return;
        const database = await tenants.open(companyId);
        await database.write((tx) => deleteEntries(tx, { connectionId, ids: JSON.stringify(ids) }));
      },

      async wipe() {
        const database = await tenants.open(companyId);
        await database.write((tx) =>
          tx.delete(sessionKeys).where(eq(sessionKeys.connectionId, connectionId)),
        );
      },
    };
  };
}

export async function forgetJournal(tx: Scope, connectionId: number, ids: string[]): Promise<void> {
  if (ids.length > 0) await deleteEntries(tx.db, { connectionId, ids: JSON.stringify(ids) });
}

const deleteEntries = tenantStatement((db) =>
  db
    .delete(sessionJournal)
    .where(
      and(
        eq(sessionJournal.connectionId, sql.placeholder('connectionId')),
        sql`${sessionJournal.entryId} in (select value from json_each(${sql.placeholder('ids')}))`,
      ),
    ),
);

const keysByName = tenantStatement((db) =>
  db
    .select({ key: sessionKeys.key, value: sessionKeys.value })
    .from(sessionKeys)
    .where(
      and(
        eq(sessionKeys.connectionId, sql.placeholder('connectionId')),
        sql`${sessionKeys.key} in (select value from json_each(${sql.placeholder('keys')}))`,
      ),
    ),
);

const DELETE_KEY = 'DELETE FROM session_keys WHERE connection_id = ? AND key = ?';
const ADD_ENTRY =
  'INSERT INTO session_journal (connection_id, entry_id, value) VALUES (?, ?, ?) ON CONFLICT DO NOTHING';
const setKeys = (rows: number) =>
  `INSERT INTO session_keys (connection_id, key, value) VALUES ${Array(rows).fill('(?, ?, ?)').join(', ')} ON CONFLICT DO UPDATE SET value = excluded.value`;

/** The last write of a key counts; the journal keeps its order. Plain SQL, because every message passes here. */
function toStatements(connectionId: number, writes: StoreWrite[]): InStatement[] {
  const keys = new Map<string, Uint8Array | null>();
  const statements: InStatement[] = [];
  for (const write of writes) {
    if (write.kind === 'set') keys.set(write.key, write.value);
    else if (write.kind === 'delete') keys.set(write.key, null);
    else statements.push({ sql: ADD_ENTRY, args: [connectionId, write.id, asBuffer(write.value)] });
  }
  const set: [string, Uint8Array][] = [];
  for (const [key, value] of keys) {
    if (value) set.push([key, value]);
    else statements.push({ sql: DELETE_KEY, args: [connectionId, key] });
  }
  for (const rows of slices(set)) {
    const args = rows.flatMap(([key, value]) => [connectionId, key, asBuffer(value)]);
    statements.push({ sql: setKeys(rows.length), args });
  }
  return statements;
}

const asBuffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function slices<T>(items: T[]): T[][] {
  const parts: T[][] = [];
  for (let at = 0; at < items.length; at += ROWS_AT_ONCE) parts.push(items.slice(at, at + ROWS_AT_ONCE));
  return parts;
}
