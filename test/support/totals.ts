import { expect } from 'bun:test';
import { sql } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';

/** Two queries in the same order: what triggers stored, and the same figures counted. */
export type Total = [what: string, stored: string, counted: string];

export async function expectTotals(scope: Scope, totals: Total[], change: string): Promise<void> {
  const read = async (text: string) =>
    (await scope.db.values<unknown[]>(sql.raw(text))).map((row) => Object.values(row));
  for (const [what, stored, counted] of totals) {
    const [kept, found] = [await read(stored), await read(counted)];
    expect({ what, change, rows: kept }).toEqual({ what, change, rows: found });
  }
}
