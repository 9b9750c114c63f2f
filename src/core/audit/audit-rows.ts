import { eq, getTableName, type Table } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { PlatformScope } from '../platform-scope.ts';
import type { Scope } from '../scope.ts';
import { type AuditAction, audit } from './audit.ts';
import type { Fields } from './audit-values.ts';

type Audited = Scope | PlatformScope;
type Rows = Table & { id: SQLiteColumn };
type More<S extends Audited> = (tx: S) => Promise<Fields>;

export async function auditNew<S extends Audited>(
  tx: S,
  what: AuditAction,
  table: Rows,
  id: number,
  more?: More<S>,
): Promise<void> {
  const after = { ...(await rowOf(tx, table, id)), ...(await more?.(tx)) };
  await audit(tx, { what, on: { id, name: nameOf(after) }, after });
}

export async function auditGone(tx: Audited, what: AuditAction, table: Rows, id: number): Promise<void> {
  const before = await rowOf(tx, table, id);
  await audit(tx, { what, on: { id, name: nameOf(before) }, before });
}

/** Call it before the change, and the returned function after it. */
export async function auditChange<S extends Audited>(
  tx: S,
  what: AuditAction,
  table: Rows,
  id: number,
  more?: More<S>,
): Promise<() => Promise<void>> {
  const before = { ...(await rowOf(tx, table, id)), ...(await more?.(tx)) };
  return async () => {
    const after = { ...(await rowOf(tx, table, id)), ...(await more?.(tx)) };
    await audit(tx, { what, on: { id, name: nameOf(after) }, before, after });
  };
}

async function rowOf(tx: Audited, table: Rows, id: number): Promise<Fields> {
  const [row] = await (tx as Scope).db.select().from(table).where(eq(table.id, id)).limit(1);
  if (!row) throw new Error(`${getTableName(table)} has no row ${id} to audit`);
  return row;
}

const NAMES = ['name', 'title', 'shortcode', 'email', 'number'];

function nameOf(row: Fields): string {
  const name = NAMES.map((column) => row[column]).find((value) => typeof value === 'string' && value !== '');
  return String(name ?? '');
}
