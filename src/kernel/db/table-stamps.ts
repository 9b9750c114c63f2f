import { getTableName, type Table } from 'drizzle-orm';
import { createRecent } from '../recent.ts';

export type WrittenTables = Set<string> | 'all';

const WRITE =
  /^\s*(?:insert(?:\s+or\s+\w+)?\s+into|replace\s+into|update(?:\s+or\s+\w+)?|delete\s+from)\s+["`]?(\w+)/i;

/** '*' for any table, undefined for none. Tables reached by cascades are not named. */
export function writtenTable(sql: string): string | undefined {
  const named = WRITE.exec(sql)?.[1];
  if (named) return named.toLowerCase();
  if (/^\s*(select|begin|commit|rollback|savepoint|release|explain)\b/i.test(sql)) return undefined;
  return /^\s*(with|pragma)\b/i.test(sql) && !/\b(insert|update|delete|replace)\b/i.test(sql)
    ? undefined
    : '*';
}

export type TableStamps = {
  note(written: WrittenTables): void;
  of(tables: Table[]): number;
};

export function createTableStamps(): TableStamps {
  const counts = new Map<string, number>();
  let all = 0;
  return {
    note(written) {
      if (written === 'all') all += 1;
      else for (const table of written) counts.set(table, (counts.get(table) ?? 0) + 1);
    },
    of: (tables) => tables.reduce((sum, table) => sum + (counts.get(getTableName(table)) ?? 0), all),
  };
}

const KEPT = 500;

export type Remember = <T>(tables: Table[], key: string, load: () => Promise<T>) => Promise<T>;

/** `tables` must name every table read, also those that rows cascade from. Answers are shared: never change them. */
export function createMemory(stamps: TableStamps): Remember {
  const known = createRecent<{ stamp: number; answer: Promise<unknown> }>(KEPT);
  return <T>(tables: Table[], key: string, load: () => Promise<T>): Promise<T> => {
    const stamp = stamps.of(tables);
    const kept = known.get(key);
    if (kept?.stamp === stamp) return kept.answer as Promise<T>;
    // A drizzle query runs again each time it is awaited.
    const answer = (async () => load())();
    answer.catch(() => known.delete(key));
    known.set(key, { stamp, answer });
    return answer;
  };
}
