import * as schema from '@db/tenant/schema/index.ts';
import { getTableName, is, type SQL, sql, Table } from 'drizzle-orm';
import { getTableConfig, type SQLiteColumn, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { TenantReader } from './tenants/tenants.ts';

export const TENANT_COLUMNS: SQLiteColumn[] = Object.values<unknown>(schema)
  .filter((value): value is SQLiteTable => is(value, Table))
  .flatMap((table) => getTableConfig(table).columns);

/** The media sweep relies on these names; media-columns.test.ts checks them. */
export const MEDIA_COLUMNS = TENANT_COLUMNS.filter((column) => column.name.endsWith('_path'));

export const LOOSE_COLUMNS: SQLiteColumn[] = [schema.undos.data, schema.outbox.payload];

export async function namesMedia(db: TenantReader): Promise<boolean> {
  const looks = MEDIA_COLUMNS.map((column) => {
    const [table, name] = identifiers(column);
    return sql`exists (select 1 from ${table} where ${name} <> '')`;
  });
  const row = await db.get<{ found: number }>(sql`select (${sql.join(looks, sql` or `)}) as found`);
  return row?.found === 1;
}

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

function identifiers(column: SQLiteColumn): [table: SQL, name: SQL] {
  return [sql`${sql.identifier(getTableName(column.table))}`, sql`${sql.identifier(column.name)}`];
}
