import { type SQL, sql } from 'drizzle-orm';

type Row = Record<string, unknown>;
export type OwnedRows = Record<string, Row[]>;
type Asks = { all(query: SQL): Promise<unknown[]>; run(query: SQL): Promise<unknown> };

/** Signed out is signed out; what lies ahead is looked for anew. */
const LEFT_BEHIND = ['sessions', 'resting_companies'];

/** A company's row and all that would go with it (ON DELETE CASCADE), by table, parents first. */
export async function readOwnedRows(db: Asks, companyId: number): Promise<OwnedRows> {
  const owned: OwnedRows = {
    companies: (await db.all(sql`select * from companies where id = ${companyId}`)) as Row[],
  };
  const references = (await db.all(sql`
    select m.name as child, f."table" as parent, f."from" as "column", f."to" as target
    from sqlite_master m, pragma_foreign_key_list(m.name) f
    where m.type = 'table' and f.on_delete = 'CASCADE' order by m.name`)) as Reference[];
  const parents = ['companies'];
  for (const parent of parents)
    for (const { child, column, target } of references.filter((one) => one.parent === parent)) {
      if (LEFT_BEHIND.includes(child) || parents.includes(child)) continue;
      const ids = (owned[parent] ?? []).map((row) => row[target] as number | string);
      owned[child] = await rowsOf(db, child, column, ids);
      parents.push(child);
    }
  return owned;
}

/** In a transaction. Columns that are gone meanwhile are left out. */
export async function writeOwnedRows(db: Asks, owned: OwnedRows): Promise<void> {
  for (const [table, rows] of Object.entries(owned)) {
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

type Reference = { child: string; parent: string; column: string; target: string };

async function rowsOf(db: Asks, table: string, column: string, ids: (number | string)[]): Promise<Row[]> {
  if (ids.length === 0) return [];
  const wanted = sql`${sql.identifier(column)} in (select value from json_each(${JSON.stringify(ids)}))`;
  return (await db.all(sql`select * from ${sql.identifier(table)} where ${wanted}`)) as Row[];
}
