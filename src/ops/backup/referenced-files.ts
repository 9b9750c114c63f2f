import type { Database } from 'bun:sqlite';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { getTableName } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';

/** Files referenced by rows and missing from `media`. Tables or columns absent from an older schema are skipped. */
export function* missingFiles(database: Database, media: string, columns: SQLiteColumn[]): Iterable<string> {
  const known = new Set(
    database
      .query<{ name: string }, []>(
        `select m.name || '.' || c.name as name from sqlite_master m, pragma_table_info(m.name) c where m.type = 'table'`,
      )
      .all()
      .map(({ name }) => name),
  );
  const selects = columns
    .map((column) => ({ table: getTableName(column.table), name: column.name }))
    .filter(({ table, name }) => known.has(`${table}.${name}`))
    .map(({ table, name }) => `select "${name}" as key from "${table}" where "${name}" <> ''`);
  if (selects.length === 0) return;
  for (const { key } of database.query<{ key: string }, []>(selects.join(' union ')).iterate())
    if (!existsSync(join(media, key))) yield key;
}
