import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';

/** Reads one row more than a page holds: its presence says that there are more. */
export function cutPage<T>(rows: T[], size: number): { rows: T[]; hasMore: boolean } {
  return { rows: rows.slice(0, size), hasMore: rows.length > size };
}

/** How many rows to pass over: the contract counts pages from 1, and what goes on behind a row passes over none. */
export function offsetOf(
  { pageNumber, after }: { pageNumber: number; after?: unknown },
  size: number,
): number {
  return after ? 0 : (pageNumber - 1) * size;
}

/** More rows than anybody scrolls through before he searches. */
const MOST_ROWS = 500;

/** How many rows to answer with: a page, or as many whole pages as are shown on the screen that is refreshed. */
export function sizeOf({ rows = 0 }: { rows?: number | undefined }, perPage: number): number {
  return Math.ceil(Math.min(Math.max(perPage, rows), MOST_ROWS) / perPage) * perPage;
}

/**
 * Behind the row with this id in the order of `columns`, of which the last tells any two rows apart; behind nothing when the row is gone:
 * what deleted it makes the list refresh.
 */
export function behindRow(id: SQLiteColumn, columns: (SQLiteColumn | SQL)[], after: number | SQL): SQL {
  const order = sql.join(columns, sql`, `);
  return sql`(${order}) > (select ${order} from ${id.table} where ${id} = ${after})`;
}
