import * as schema from '@db/tenant/schema/index.ts';
import { getTableName, is, type SQL, sql, Table } from 'drizzle-orm';
import { getTableConfig, type SQLiteColumn, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { TenantReader } from './tenants.ts';

export const TENANT_COLUMNS: SQLiteColumn[] = Object.values<unknown>(schema)
  .filter((value): value is SQLiteTable => is(value, Table))
  .flatMap((table) => getTableConfig(table).columns);

/** Every column of a company's tables that holds a key of its media folder: their names end so, and a test sees to it. */
export const MEDIA_COLUMNS = TENANT_COLUMNS.filter((column) => column.name.endsWith('_path'));

/** Columns that may hold keys somewhere in their JSON; their tables are short. */
export const LOOSE_COLUMNS: SQLiteColumn[] = [schema.undos.data, schema.outbox.payload];

/** Whether any row of the company names a medium. */
export async function namesMedia(db: TenantReader): Promise<boolean> {
  const looks = MEDIA_COLUMNS.map((column) => {
    const [table, name] = identifiers(column);
    return sql`exists (select 1 from ${table} where ${name} <> '')`;
  });
  const row = await db.get<{ found: number }>(sql`select (${sql.join(looks, sql` or `)}) as found`);
  return row?.found === 1;
}

/** Those of these keys that any row of the company names. */
export async function findMediaInUse(db: TenantReader, keys: string[]): Promise<Set<string>> {
  const wanted = sql`(select value from json_each(${JSON.stringify(keys)}))`;
  const looks = [
    ...MEDIA_COLUMNS.map((column) => {
      const [table, name] = identifiers(column);
      return sql`select ${name} as found from ${table} where ${name} in ${wanted}`;
    }),
    ...LOOSE_COLUMNS.map((column) => {
      const [table, name] = identifiers(column);
      return sql`select wanted.value as found from ${table}, json_each(${JSON.stringify(keys)}) as wanted where instr(${table}.${name}, wanted.value) > 0`;
    }),
  ];
  const rows = await db.all<{ found: string }>(sql.join(looks, sql` union `));
  return new Set(rows.map(({ found }) => found));
}

/** Its table and its own name, to be written into a statement. */
function identifiers(column: SQLiteColumn): [table: SQL, name: SQL] {
  return [sql`${sql.identifier(getTableName(column.table))}`, sql`${sql.identifier(column.name)}`];
}
