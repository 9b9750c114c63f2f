import { getTableName, type Table } from 'drizzle-orm';
import { createRecent } from '../recent.ts';

/** The tables a commit has written; 'all' where that is not known. */
export type WrittenTables = Set<string> | 'all';

const WRITE =
  /^\s*(?:insert(?:\s+or\s+\w+)?\s+into|replace\s+into|update(?:\s+or\s+\w+)?|delete\s+from)\s+["`]?(\w+)/i;

/** The table a statement writes; '*' where it may be any, undefined where it is none. What cascades from it is not named. */
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
  /** A number that another commit to one of these tables makes larger. */
  of(tables: Table[]): number;
};

/** Counts the commits that have written each table. */
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

/** How many answers are kept; the one asked for longest ago goes first. */
const KEPT = 500;

export type Remember = <T>(tables: Table[], key: string, load: () => Promise<T>) => Promise<T>;

/**
 * Answers that are right until one of their tables is written, whoever writes: rights, settings, queues. `tables` names all that is
 * read, those that rows are cascaded from included. What is answered is shared: nobody may change it.
 */
export function createMemory(stamps: TableStamps): Remember {
  const known = createRecent<{ stamp: number; answer: Promise<unknown> }>(KEPT);
  return <T>(tables: Table[], key: string, load: () => Promise<T>): Promise<T> => {
    const stamp = stamps.of(tables);
    const kept = known.get(key);
    if (kept?.stamp === stamp) return kept.answer as Promise<T>;
    // A query of drizzle's runs again each time it is awaited.
    const answer = (async () => load())();
    answer.catch(() => known.delete(key));
    known.set(key, { stamp, answer });
    return answer;
  };
}
