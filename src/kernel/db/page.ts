/** Reads one row more than a page holds: its presence says that there are more. */
export function cutPage<T>(rows: T[], size: number): { rows: T[]; hasMore: boolean } {
  return { rows: rows.slice(0, size), hasMore: rows.length > size };
}

/** The contract counts pages from 1. */
export function offsetOf(pageNumber: number, size: number): number {
  return (pageNumber - 1) * size;
}

/** More rows than anybody scrolls through before he searches. */
const MOST_ROWS = 500;

/** How many rows to answer with: a page, or as many whole pages as are shown on the screen that is refreshed. */
export function sizeOf({ rows = 0 }: { rows?: number | undefined }, perPage: number): number {
  return Math.ceil(Math.min(Math.max(perPage, rows), MOST_ROWS) / perPage) * perPage;
}
