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

/** Rows include their key; omitted columns stay. A lost reference becomes null, or skips the row. */
export async function putBack(tx: Scope, table: SQLiteTable, rows: Raw[]): Promise<void> {
  const key = keyOf(table);
  const parents = parentsOf(table);
  const pairs = (row: Raw, columns: string[]) =>
    columns.map((name) => sql`${sql.identifier(name)} = ${row[name]}`);
  for (const wanted of rows) {
    const row = await withoutGone(tx, parents, wanted);
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

type Parent = { column: string; table: SQLiteTable; key: string; isEmptied: boolean };

function parentsOf(table: SQLiteTable): Parent[] {
  return getTableConfig(table).foreignKeys.map(({ reference, onDelete }) => {
    const { columns, foreignTable, foreignColumns } = reference();
    const [column, key] = [columns[0]?.name ?? '', foreignColumns[0]?.name ?? ''];
    return { column, table: foreignTable, key, isEmptied: onDelete === 'set null' };
  });
}

async function withoutGone(tx: Scope, parents: Parent[], wanted: Raw): Promise<Raw | undefined> {
  const row = { ...wanted };
  for (const { column, table, key, isEmptied } of parents) {
    const value = row[column];
    if (value === undefined || value === null) continue;
    const [known] = await tx.db.all(
      sql`select 1 as one from ${table} where ${sql.identifier(key)} = ${value}`,
    );
    if (known) continue;
    if (!isEmptied) return undefined;
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

export function keyOf(table: SQLiteTable): string[] {
  const { columns, primaryKeys } = getTableConfig(table);
  const together = primaryKeys.flatMap((one) => one.columns);
  return (together.length > 0 ? together : columns.filter((one) => one.primary)).map((one) => one.name);
}
