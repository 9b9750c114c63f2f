/** Reads one row more than a page holds: its presence says that there are more. */
export function cutPage<T>(rows: T[], size: number): { rows: T[]; hasMore: boolean } {
  return { rows: rows.slice(0, size), hasMore: rows.length > size };
}

/** The contract counts pages from 1. */
export function offsetOf(pageNumber: number, size: number): number {
  return (pageNumber - 1) * size;
}
