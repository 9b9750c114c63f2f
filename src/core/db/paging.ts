import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Scope } from '../scope.ts';
import type { TenantReader } from './tenants/tenants.ts';

export function cutPage<T>(rows: T[], size: number): { rows: T[]; hasMore: boolean } {
  return { rows: rows.slice(0, size), hasMore: rows.length > size };
}

export function offsetOf(
  { pageNumber, after }: { pageNumber: number; after?: unknown },
  size: number,
): number {
  return after ? 0 : (pageNumber - 1) * size;
}

/** SQLite reads all rows it skips. */
const FAR_ROWS = 1_000;

export function readerFor({ db, slowDb }: Pick<Scope, 'db' | 'slowDb'>, offset: number): TenantReader {
  return offset > FAR_ROWS ? slowDb : db;
}

const MAX_ROWS = 500;

export function sizeOf({ rows = 0 }: { rows?: number | undefined }, perPage: number): number {
  return Math.ceil(Math.min(Math.max(perPage, rows), MAX_ROWS) / perPage) * perPage;
}

/** The last of `columns` must be unique. Matches nothing when the row is gone: its deletion refreshes the list. */
export function afterRow(id: SQLiteColumn, columns: (SQLiteColumn | SQL)[], after: number | SQL): SQL {
  const order = sql.join(columns, sql`, `);
  return sql`(${order}) > (select ${order} from ${id.table} where ${id} = ${after})`;
}
