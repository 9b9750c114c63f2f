import { sessionJournal, sessionKeys } from '@db/tenant/schema/index.ts';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { TenantReader, Tenants } from '@/kernel/db/tenants.ts';
import type { SessionStores, StoreWrite } from '@/whatsapp/port.ts';

/** SQLite binds at most 32,766 values to one statement; a row needs three. */
const ROWS_AT_ONCE = 5_000;

/**
 * Keeps each session's encrypted rows in its company's own database. The database is asked for at every
 * call, so that an idle company's file may be closed in between.
 */
export function createSessionStores(tenants: Tenants): SessionStores {
  return ({ companyId, connectionId }) => {
    const keysOf = (keys: string[]) =>
      and(eq(sessionKeys.connectionId, connectionId), inArray(sessionKeys.key, keys));

    return {
      async read(keys) {
        const found = new Map<string, Uint8Array>();
        if (keys.length === 0) return found;
        const { db } = await tenants.open(companyId);
        for (const some of slices(keys)) {
          const rows = await db
            .select({ key: sessionKeys.key, value: sessionKeys.value })
            .from(sessionKeys)
            .where(keysOf(some));
          for (const row of rows) found.set(row.key, row.value);
        }
        return found;
      },

      async apply(writes) {
        if (writes.length === 0) return;
        const { set, gone, journal } = sort(connectionId, writes);
        const database = await tenants.open(companyId);
        await database.write(async (tx) => {
          for (const keys of slices(gone)) await tx.delete(sessionKeys).where(keysOf(keys));
          await upsert(tx, set);
          for (const rows of slices(journal)) {
            await tx.insert(sessionJournal).values(rows).onConflictDoNothing();
          }
        });
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
        const own = eq(sessionJournal.connectionId, connectionId);
        await database.write(async (tx) => {
          for (const some of slices(ids)) {
            await tx.delete(sessionJournal).where(and(own, inArray(sessionJournal.entryId, some)));
          }
        });
      },

      async wipe() {
        const database = await tenants.open(companyId);
        await database.write((tx) =>
          tx
            .delete(sessionKeys)
            .where(eq(sessionKeys.connectionId, connectionId))
            .then(() => undefined),
        );
      },
    };
  };
}

type KeyRow = typeof sessionKeys.$inferInsert;
type JournalRow = typeof sessionJournal.$inferInsert;

/** The last word on a key counts; the journal keeps its order. */
function sort(connectionId: number, writes: StoreWrite[]) {
  const keys = new Map<string, Uint8Array | null>();
  const journal: JournalRow[] = [];
  for (const write of writes) {
    switch (write.kind) {
      case 'set':
        keys.set(write.key, write.value);
        break;
      case 'delete':
        keys.set(write.key, null);
        break;
      case 'journal':
        journal.push({ connectionId, entryId: write.id, value: asBuffer(write.value) });
    }
  }
  const set: KeyRow[] = [];
  const gone: string[] = [];
  for (const [key, value] of keys) {
    if (value) set.push({ connectionId, key, value: asBuffer(value) });
    else gone.push(key);
  }
  return { set, gone, journal };
}

/** A message moves several keys at once: one statement for all of them. */
async function upsert(tx: TenantReader, rows: KeyRow[]): Promise<void> {
  for (const some of slices(rows)) {
    await tx
      .insert(sessionKeys)
      .values(some)
      .onConflictDoUpdate({
        target: [sessionKeys.connectionId, sessionKeys.key],
        set: { value: sql`excluded.value` },
      });
  }
}

const asBuffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function slices<T>(items: T[]): T[][] {
  const parts: T[][] = [];
  for (let at = 0; at < items.length; at += ROWS_AT_ONCE) parts.push(items.slice(at, at + ROWS_AT_ONCE));
  return parts;
}
