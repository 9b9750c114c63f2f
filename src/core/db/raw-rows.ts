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
 * Rows include their key; omitted columns stay. A lost reference becomes null, or skips the row. Rows that still exist are
 * changed first: one may hold a unique value that a missing row had.
 */
export async function putBack(tx: Scope, table: SQLiteTable, rows: Raw[]): Promise<void> {
  const key = keyOf(table);
  const parents = parentsOf(table);
  const missing: Raw[] = [];
  for (const row of rows) {
    const at = sql.join(pairs(row, key), sql` and `);
    const [known] = await tx.db.all(sql`select 1 as one from ${table} where ${at}`);
    if (!known) missing.push(row);
    else {
      const found = await withoutGone(tx, parents, row);
      if (found) await tx.db.run(sql`update ${table} set ${sql.join(pairs(found), sql`, `)} where ${at}`);
    }
  }
  for (const row of missing) {
    const found = await withoutGone(tx, parents, row);
    if (!found) continue;
    const values = sql.join(
      Object.values(found).map((value) => sql`${value}`),
      sql`, `,
    );
    await tx.db.run(sql`insert into ${table} (${names(Object.keys(found))}) values (${values})`);
  }
}

export async function hasParents(tx: Scope, table: SQLiteTable, row: Raw): Promise<boolean> {
  const found = await withoutGone(tx, parentsOf(table), row);
  return found !== undefined && Object.keys(row).every((name) => found[name] === row[name]);
}

function pairs(row: Raw, columns = Object.keys(row)): SQL[] {
  return columns.map((name) => sql`${sql.identifier(name)} = ${row[name]}`);
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
