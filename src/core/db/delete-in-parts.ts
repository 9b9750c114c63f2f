import { getTableName, sql, type Table } from 'drizzle-orm';
import { yieldToLoop } from '../clock.ts';
import type { Scope } from '../scope.ts';

const ROWS_AT_ONCE = 250;
/** Rows per pass where no index finds the referencing rows. */
const WINDOW = 5_000;

/** Deletes dependent rows in parts, other work in between. Runs in the caller's transaction. */
export async function deleteInParts(tx: Scope, table: Table, id: number): Promise<void> {
  const name = getTableName(table);
  await release(tx, name, [id], true);
  await tx.db.run(sql`delete from ${sql.identifier(name)} where rowid = ${id}`);
}

async function release(tx: Scope, table: string, ids: number[], isTop = false): Promise<void> {
  for (const reference of await referencesTo(tx, table)) {
    if (reference.isIndexed) await releaseIndexed(tx, reference, ids);
    else if (isTop) await releaseByWindow(tx, reference, ids);
  }
}

type Reference = { child: string; column: string; goes: number; isIndexed: number };

function referencesTo(tx: Scope, table: string): Promise<Reference[]> {
  return tx.db.all<Reference>(sql`
    select m.name as child, f."from" as "column", f.on_delete = 'CASCADE' as goes,
      exists (select 1 from pragma_index_list(m.name) i, pragma_index_info(i.name) c
        where c.seqno = 0 and c.name = f."from" and (i.partial = 0 or exists (select 1 from sqlite_master
          where name = i.name and sql like '%where ' || f."from" || ' is not null'))) as isIndexed
    from sqlite_master m, pragma_foreign_key_list(m.name) f
    where m.type = 'table' and f."table" = ${table} and f.on_delete in ('CASCADE', 'SET NULL')`);
}

async function releaseIndexed(tx: Scope, reference: Reference, ids: number[]): Promise<void> {
  for (;;) {
    const rows = await rowsOf(tx, reference, ids, sql`limit ${ROWS_AT_ONCE}`);
    if (rows.length === 0) return;
    await releaseRows(tx, reference, rows);
  }
}

async function releaseByWindow(tx: Scope, reference: Reference, ids: number[]): Promise<void> {
  const [last] = await tx.db.all<{ id: number | null }>(
    sql`select max(rowid) as id from ${sql.identifier(reference.child)}`,
  );
  for (let from = 0; from < (last?.id ?? 0); from += WINDOW) {
    const rows = await rowsOf(tx, reference, ids, sql`and rowid > ${from} and rowid <= ${from + WINDOW}`);
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
      await releaseRows(tx, reference, rows.slice(at, at + ROWS_AT_ONCE));
    await yieldToLoop();
  }
}

async function rowsOf(
  tx: Scope,
  { child, column }: Reference,
  ids: number[],
  bounds: ReturnType<typeof sql>,
): Promise<number[]> {
  const rows = await tx.db.all<{ id: number }>(
    sql`select rowid as id from ${sql.identifier(child)} where ${sql.identifier(column)} in ${list(ids)} ${bounds}`,
  );
  return rows.map(({ id }) => id);
}

async function releaseRows(tx: Scope, { child, column, goes }: Reference, rows: number[]): Promise<void> {
  const table = sql.identifier(child);
  if (goes) {
    await release(tx, child, rows);
    await tx.db.run(sql`delete from ${table} where rowid in ${list(rows)}`);
  } else {
    await tx.db.run(sql`update ${table} set ${sql.identifier(column)} = null where rowid in ${list(rows)}`);
  }
  await yieldToLoop();
}

const list = (ids: number[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`;
