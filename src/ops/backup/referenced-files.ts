import { getTableName } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { DatabaseFile } from '../../core/db/open-file.ts';

export function* missingFiles(
  database: DatabaseFile,
  media: { has(path: string): boolean },
  columns: SQLiteColumn[],
): Iterable<string> {
  for (const path of namedIn(database, columns)) if (!media.has(path)) yield path;
}

/** Tables or columns absent from an older schema are skipped. */
export function* namedIn(database: DatabaseFile, columns: SQLiteColumn[]): Iterable<string> {
  const there = database
    .prepare(
      `select m.name || '.' || c.name as name from sqlite_master m, pragma_table_info(m.name) c where m.type = 'table'`,
    )
    .all() as { name: string }[];
  const known = new Set(there.map(({ name }) => name));
  const selects = columns
    .map((column) => ({ table: getTableName(column.table), name: column.name }))
    .filter(({ table, name }) => known.has(`${table}.${name}`))
    .map(({ table, name }) => `select "${name}" as key from "${table}" where "${name}" <> ''`);
  if (selects.length === 0) return;
  const keys = database.prepare(selects.join(' union ')).iterate() as Iterable<{ key: string }>;
  for (const { key } of keys) yield key;
}
