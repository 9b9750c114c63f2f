import * as platformSchema from '@db/platform/schema/index.ts';
import * as schema from '@db/tenant/schema/index.ts';
import { getTableName, inArray, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { columnsWhere, type Notes } from './annotations.ts';
import type { PlatformReader } from './platform-database.ts';
import type { TenantReader } from './tenants/tenants.ts';

const isKey = ({ media }: Notes) => media === 'key';
export const MEDIA_COLUMNS = columnsWhere(schema, isKey);
export const PLATFORM_MEDIA_COLUMNS = columnsWhere(platformSchema, isKey);
export const LOOSE_COLUMNS = columnsWhere(schema, ({ media }) => media === 'within');

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

export async function findPlatformMedia(db: PlatformReader, keys: string[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (const column of PLATFORM_MEDIA_COLUMNS) {
    const rows = await db.select({ key: column }).from(column.table).where(inArray(column, keys));
    for (const { key } of rows) found.add(String(key));
  }
  return found;
}

function identifiers(column: SQLiteColumn): [table: SQL, name: SQL] {
  return [sql`${sql.identifier(getTableName(column.table))}`, sql`${sql.identifier(column.name)}`];
}
