import * as platformSchema from '@db/platform/schema/index.ts';
import { type SQL, sql } from 'drizzle-orm';
import { isId } from '../ids.ts';
import { tablesOfKind } from './annotations.ts';

type Row = Record<string, unknown>;
export type OwnedRows = Record<string, Row[]>;
type Asks = { all(query: SQL): Promise<unknown[]>; run(query: SQL): Promise<unknown> };

/** Ended sessions stay ended; due times are computed anew. */
const OMITTED = tablesOfKind(platformSchema, 'local');

/** A company's row and all rows deleted with it (ON DELETE CASCADE), by table, parents first. */
export async function readOwnedRows(db: Asks, companyId: number): Promise<OwnedRows> {
  const owned: OwnedRows = {
    companies: (await db.all(sql`select * from companies where id = ${companyId}`)) as Row[],
  };
  const references = await referencesIn(db);
  const parents = ['companies'];
  for (const parent of parents)
    for (const { child, column, target } of references.filter((one) => one.parent === parent)) {
      if (OMITTED.includes(child) || parents.includes(child)) continue;
      const ids = (owned[parent] ?? []).map((row) => row[target] as number | string);
      owned[child] = await rowsOf(db, child, column, ids);
      parents.push(child);
    }
  return owned;
}

/**
 * Call in a transaction. Skips columns that no longer exist. An id that was never assigned here, or belongs to
 * another company by now, is replaced with the next free one, also in references: no file chooses ids of the
 * platform.
 */
export async function writeOwnedRows(db: Asks, owned: OwnedRows): Promise<void> {
  for (const [table, rows] of Object.entries(await renumbered(db, owned))) {
    const known = (await db.all(sql`select name from pragma_table_info(${table})`)) as { name: string }[];
    for (const row of rows) {
      const columns = known.map(({ name }) => name).filter((name) => name in row);
      const names = sql.join(
        columns.map((name) => sql.identifier(name)),
        sql`, `,
      );
      const values = sql.join(
        columns.map((name) => sql`${row[name]}`),
        sql`, `,
      );
      await db.run(sql`insert into ${sql.identifier(table)} (${names}) values (${values})`);
    }
  }
}

async function renumbered(db: Asks, owned: OwnedRows): Promise<OwnedRows> {
  const found: OwnedRows = { ...owned };
  const references = await referencesIn(db);
  for (const table of Object.keys(owned)) {
    const ids = table === 'companies' ? undefined : await newIds(db, table, found[table] ?? []);
    if (!ids || ids.size === 0) continue;
    const moved = (row: Row, column: string): Row => ({
      ...row,
      [column]: ids.get(row[column]) ?? row[column],
    });
    found[table] = (found[table] ?? []).map((row) => moved(row, 'id'));
    for (const { child, column } of references.filter((one) => one.parent === table && one.target === 'id'))
      if (found[child]) found[child] = found[child].map((row) => moved(row, column));
  }
  return found;
}

/** New ids by the id in the file, where that one cannot be used; undefined for a table without ids of its own. */
async function newIds(db: Asks, table: string, rows: Row[]): Promise<Map<unknown, number> | undefined> {
  const numbered = await db.all(
    sql`select 1 from pragma_table_info(${table}) where name = 'id' and pk = 1 and lower(type) = 'integer'`,
  );
  if (numbered.length === 0) return undefined;
  const [highest] = (await db.all(
    sql`select max(coalesce((select seq from sqlite_sequence where name = ${table}), 0),
          coalesce((select max(id) from ${sql.identifier(table)}), 0)) as last`,
  )) as { last: number }[];
  const taken = new Set(
    (await rowsOf(db, table, 'id', rows.map(({ id }) => id) as number[])).map(({ id }) => id),
  );
  const ids = new Map<unknown, number>();
  const last = highest?.last ?? 0;
  for (const { id } of rows) if (!isId(id) || id > last || taken.has(id)) ids.set(id, last + ids.size + 1);
  return ids;
}

async function referencesIn(db: Asks): Promise<Reference[]> {
  return (await db.all(sql`
    select m.name as child, f."table" as parent, f."from" as "column", f."to" as target
    from sqlite_master m, pragma_foreign_key_list(m.name) f
    where m.type = 'table' and f.on_delete = 'CASCADE' order by m.name`)) as Reference[];
}

/** In a transaction. Unchanged people keep factor and tokens; all sign in again. Company rows stay. */
export async function replaceOwnedPeople(db: Asks, companyId: number, owned: OwnedRows): Promise<void> {
  const now = await readOwnedRows(db, companyId);
  const people = new Set((owned.logins ?? []).map(personOf));
  const same = (now.logins ?? [])
    .filter((row) => people.has(personOf(row)))
    .map((row) => Number(row.user_id));
  const isOther = sql`company_id = ${companyId} and user_id not in (select value from json_each(${JSON.stringify(same)}))`;
  const missing: OwnedRows = {};
  for (const table of Object.keys(now)) {
    const columns = await db.all(sql`select 1 from pragma_table_info(${table}) where name = 'user_id'`);
    if (columns.length === 0) continue;
    await db.run(sql`delete from ${sql.identifier(table)} where ${isOther}`);
    missing[table] = (owned[table] ?? []).filter((row) => !same.includes(Number(row.user_id)));
  }
  await writeOwnedRows(db, missing);
  for (const table of OMITTED)
    await db.run(sql`delete from ${sql.identifier(table)} where company_id = ${companyId}`);
}

const personOf = ({ email, user_id: userId }: Row) => `${userId} ${email}`;

type Reference = { child: string; parent: string; column: string; target: string };

async function rowsOf(db: Asks, table: string, column: string, ids: (number | string)[]): Promise<Row[]> {
  if (ids.length === 0) return [];
  const wanted = sql`${sql.identifier(column)} in (select value from json_each(${JSON.stringify(ids)}))`;
  return (await db.all(sql`select * from ${sql.identifier(table)} where ${wanted}`)) as Row[];
}
