import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type SQLiteColumn, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Scope } from '../scope.ts';

export type Raw = Record<string, string | number | null>;

export function readRaw(
  tx: Scope,
  table: SQLiteTable,
  where: SQL,
  columns: SQLiteColumn[] = Object.values(getTableColumns(table)) as SQLiteColumn[],
): Promise<Raw[]> {
  return tx.db.all<Raw>(
    sql`select ${names(columns.map((one) => one.name))} from ${table} where ${where} order by rowid`,
  );
}

/**
 * Updates existing rows and inserts missing ones. A row must hold its key; columns it leaves out stay as they are. What
 * refers to and was deleted meanwhile is treated as that deletion would have: set to null, or the row is left out.
 */
export async function putBack(tx: Scope, table: SQLiteTable, rows: Raw[]): Promise<void> {
  const key = keyOf(table);
  const pairs = (row: Raw, columns: string[]) =>
    columns.map((name) => sql`${sql.identifier(name)} = ${row[name]}`);
  for (const wanted of rows) {
    const row = await withoutGone(tx, table, wanted);
    if (!row) continue;
    const columns = Object.keys(row);
    const at = sql.join(pairs(row, key), sql` and `);
    const set = sql.join(pairs(row, columns), sql`, `);
    const values = sql.join(
      columns.map((name) => sql`${row[name]}`),
      sql`, `,
    );
    const [known] = await tx.db.all(sql`select 1 as one from ${table} where ${at}`);
    await tx.db.run(
      known
        ? sql`update ${table} set ${set} where ${at}`
        : sql`insert into ${table} (${names(columns)}) values (${values})`,
    );
  }
}

async function withoutGone(tx: Scope, table: SQLiteTable, wanted: Raw): Promise<Raw | undefined> {
  const row = { ...wanted };
  for (const { reference, onDelete } of getTableConfig(table).foreignKeys) {
    const { columns, foreignTable, foreignColumns } = reference();
    const [column, parent] = [columns[0]?.name ?? '', foreignColumns[0]?.name ?? ''];
    const value = row[column];
    if (value === undefined || value === null) continue;
    const [known] = await tx.db.all(
      sql`select 1 as one from ${foreignTable} where ${sql.identifier(parent)} = ${value}`,
    );
    if (known) continue;
    if (onDelete !== 'set null') return undefined;
    row[column] = null;
  }
  return row;
}

function names(columns: string[]): SQL {
  return sql.join(
    columns.map((name) => sql.identifier(name)),
    sql`, `,
  );
}

function keyOf(table: SQLiteTable): string[] {
  const { columns, primaryKeys } = getTableConfig(table);
  const together = primaryKeys.flatMap((one) => one.columns);
  return (together.length > 0 ? together : columns.filter((one) => one.primary)).map((one) => one.name);
}
