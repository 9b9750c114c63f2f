import * as schema from '@db/tenant/schema/index.ts';
import { getTableName, is, type SQL, sql, Table } from 'drizzle-orm';
import { getTableConfig, type SQLiteColumn, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { TenantReader } from './tenants.ts';

/** Every column of a company's tables that holds a key of its media folder: their names end so, and a test sees to it. */
export const MEDIA_COLUMNS: SQLiteColumn[] = Object.values<unknown>(schema)
  .filter((value): value is SQLiteTable => is(value, Table))
  .flatMap((table) => getTableConfig(table).columns)
  .filter((column) => column.name.endsWith('_path'));

/** Whether any row of the company names a medium. */
export async function namesMedia(db: TenantReader): Promise<boolean> {
  const looks = MEDIA_COLUMNS.map((column) => {
    const [table, name] = identifiers(column);
    return sql`exists (select 1 from ${table} where ${name} <> '')`;
  });
  const row = await db.get<{ found: number }>(sql`select (${sql.join(looks, sql` or `)}) as found`);
  return row?.found === 1;
}

/** Its table and its own name, to be written into a statement. */
export function identifiers(column: SQLiteColumn): [table: SQL, name: SQL] {
  return [sql`${sql.identifier(getTableName(column.table))}`, sql`${sql.identifier(column.name)}`];
}
