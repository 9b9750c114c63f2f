import { expect } from 'bun:test';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withDatabase } from '@/core/db/open-file.ts';

const FIXTURES = join(import.meta.dir, '../fixtures');
export const RELEASES = readdirSync(FIXTURES).sort(new Intl.Collator('en', { numeric: true }).compare);
export const NEWEST = RELEASES.at(-1) ?? '';
/** `table` or `table.column` that a later version changed on purpose, and why. */
const CHANGED: Record<string, string> = {};

export type Rows = Map<string, Record<string, unknown>[]>;

/** Only tables with stored data, not those that SQLite or a migration derives from them. */
export function rowsIn(path: string): Rows {
  return withDatabase(path, (database) => {
    const tables = database
      .prepare(
        `select name from pragma_table_list where schema = 'main' and type = 'table'
          and name not like 'sqlite\\_%' escape '\\' and name not like '\\_\\_%' escape '\\' order by name`,
      )
      .all() as { name: string }[];
    return new Map(
      tables.map(({ name }) => [
        name,
        sorted(database.prepare(`select * from "${name}"`).all() as Record<string, unknown>[]),
      ]),
    );
  });
}

function sorted(rows: Record<string, unknown>[]): Record<string, unknown>[] {
  const texts = new Map(rows.map((row) => [row, JSON.stringify(row)]));
  return rows.sort((a, b) => (String(texts.get(a)) < String(texts.get(b)) ? -1 : 1));
}

export function expectStored(before: Rows, after: Rows, changed: Record<string, string> = CHANGED): void {
  for (const [table, rows] of before) {
    if (changed[table]) continue;
    const columns = Object.keys(rows[0] ?? {}).filter((column) => !changed[`${table}.${column}`]);
    const only = (all: Record<string, unknown>[] = []) =>
      sorted(all.map((row) => Object.fromEntries(columns.map((column) => [column, row[column]]))));
    expect({ table, rows: only(after.get(table)) }).toEqual({ table, rows: only(rows) });
  }
}

export async function unpack(version: string, name: string, path: string): Promise<void> {
  const packed = await Bun.file(join(FIXTURES, version, `${name}.zst`)).bytes();
  writeFileSync(path, await Bun.zstdDecompress(packed));
}
