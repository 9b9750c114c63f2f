import { getTableName, type Table } from 'drizzle-orm';
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import { createRecent } from '../../bounded-cache.ts';
import type { Ticks } from '../../clock.ts';

export type WrittenTables = Set<string> | 'all';

const WRITE =
  /^\s*(?:insert(?:\s+or\s+\w+)?\s+into|replace\s+into|update(?:\s+or\s+\w+)?|delete\s+from)\s+["`]?(\w+)/i;

/** '*' for any table, undefined for none. */
export function writtenTable(sql: string): string | undefined {
  const named = WRITE.exec(sql)?.[1];
  if (named) return named.toLowerCase();
  if (/^\s*(select|begin|commit|rollback|savepoint|release|explain)\b/i.test(sql)) return undefined;
  return /^\s*(with|pragma)\b/i.test(sql) && !/\b(insert|update|delete|replace)\b/i.test(sql)
    ? undefined
    : '*';
}

export function marksOf(sql: string): string[] {
  const table = writtenTable(sql);
  if (table === undefined) return [];
  const begin = sql.trimStart().slice(0, 30).toLowerCase();
  const takes = ['delete', 'replace', 'insert or replace'].some((word) => begin.startsWith(word));
  return takes && table !== '*' ? [table, lossOf(table)] : [table];
}

export type WrittenMarks = {
  add(marks: string[]): void;
  addAll(): void;
  has(marks: string[]): boolean;
  take(): WrittenTables | undefined;
  readonly isEmpty: boolean;
};

export function createWrittenMarks(): WrittenMarks {
  let written: WrittenTables | undefined;
  return {
    add(marks) {
      for (const mark of marks) {
        if (mark === '*' || written === 'all') written = 'all';
        else written = (written ?? new Set()).add(mark);
      }
    },
    addAll() {
      written = 'all';
    },
    has: (marks) => written === 'all' || marks.some((mark) => written !== 'all' && written?.has(mark)),
    take() {
      const taken = written;
      written = undefined;
      return taken;
    },
    get isEmpty() {
      return written === undefined;
    },
  };
}

const lossOf = (table: string) => `-${table}`;

/** The table's mark, and the delete marks of tables whose deletes remove or change its rows. */
export function marksRead(table: Table): string[] {
  const known = marks.get(table);
  if (known) return known;
  const above = new Set<Table>();
  const climb = (child: Table) => {
    for (const { onDelete, reference } of getTableConfig(child as SQLiteTable).foreignKeys) {
      const { foreignTable } = reference();
      const isTouched = onDelete === 'cascade' || (onDelete === 'set null' && child === table);
      if (!isTouched || above.has(foreignTable)) continue;
      above.add(foreignTable);
      climb(foreignTable);
    }
  };
  climb(table);
  const found = [getTableName(table), ...[...above].map((one) => lossOf(getTableName(one)))];
  marks.set(table, found);
  return found;
}
const marks = new WeakMap<Table, string[]>();

export type TableStamps = {
  note(written: WrittenTables): void;
  of(tables: Table[]): number;
};

export function createTableStamps(): TableStamps {
  const counts = new Map<string, number>();
  let all = 0;
  const stampOf = (table: Table) => marksRead(table).reduce((sum, mark) => sum + (counts.get(mark) ?? 0), 0);
  return {
    note(written) {
      if (written === 'all') all += 1;
      else for (const table of written) counts.set(table, (counts.get(table) ?? 0) + 1);
    },
    of: (tables) => tables.reduce((sum, table) => sum + stampOf(table), all),
  };
}

const MAX_ANSWERS = 500;

export type Remember = <T>(tables: Table[], key: string, load: () => Promise<T>) => Promise<T>;

/** Other processes write, too: what was read is trusted for a second. */
export function sharedStamps(stamps: TableStamps, ticks: Ticks): TableStamps {
  // Neither part ever decreases, so an equal sum means that both are equal.
  return { ...stamps, of: (tables) => stamps.of(tables) + Math.floor(ticks() / 1_000) };
}

/** `tables` must name every table read. Results are shared: never change them. */
export function createMemory(stamps: TableStamps): Remember {
  const known = createRecent<{ stamp: number; answer: Promise<unknown> }>(MAX_ANSWERS);
  return <T>(tables: Table[], key: string, load: () => Promise<T>): Promise<T> => {
    const stamp = stamps.of(tables);
    const cached = known.get(key);
    if (cached?.stamp === stamp) return cached.answer as Promise<T>;
    // A drizzle query runs again each time it is awaited.
    const answer = (async () => load())();
    answer.catch(() => known.delete(key));
    known.set(key, { stamp, answer });
    return answer;
  };
}
