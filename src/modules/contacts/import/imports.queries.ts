import { contactImportRows, contactImports } from '@db/tenant/schema/index.ts';
import { and, asc, count, eq, inArray, isNull } from 'drizzle-orm';
import { AppError } from '@/core/errors.ts';
import type { Scope } from '@/core/scope.ts';
import { canReadImport } from '../contacts.policy.ts';
import { type ImportRowView, SKIPPED } from './imports.schema.ts';
import type { ImportView } from './imports.views.ts';

export type ImportRow = typeof contactImports.$inferSelect;

export async function getImport(scope: Scope, importId: number): Promise<ImportView> {
  const row = await requireImport(scope, importId);
  const counts = await scope.db
    .select({ outcome: contactImportRows.outcome, n: count() })
    .from(contactImportRows)
    .where(eq(contactImportRows.importId, importId))
    .groupBy(contactImportRows.outcome);
  const of = (outcome: string | null) => counts.find((one) => one.outcome === outcome)?.n ?? 0;
  const total = counts.reduce((sum, { n }) => sum + n, 0);
  return {
    id: row.id,
    source: row.source,
    fileName: row.fileName,
    state: row.state,
    total,
    done: total - of(null),
    created: of('created') + of('not_on_whatsapp'),
    skipped: {
      bad_number: of('bad_number'),
      damaged: of('damaged'),
      repeated: of('repeated'),
      exists: of('exists'),
      not_on_whatsapp: of('not_on_whatsapp'),
    },
    createdAt: row.createdAt.toISOString(),
  };
}

export function listWaiting(scope: Scope, importId: number, limit: number): Promise<ImportRowView[]> {
  return selectRows(
    scope,
    limit,
    and(eq(contactImportRows.importId, importId), isNull(contactImportRows.outcome)),
  );
}

export function listSkipped(scope: Scope, importId: number, limit: number): Promise<ImportRowView[]> {
  const where = and(
    eq(contactImportRows.importId, importId),
    inArray(contactImportRows.outcome, [...SKIPPED]),
  );
  return selectRows(scope, limit, where);
}

export async function requireImport(scope: Scope, importId: number): Promise<ImportRow> {
  const row = await scope.db.query.contactImports.findFirst({ where: eq(contactImports.id, importId) });
  // The same error for a reader without permission, who must not learn that it exists.
  if (!row || !canReadImport(scope.actor, row)) throw new AppError('ERR_NOT_FOUND');
  return row;
}

function selectRows(scope: Scope, limit: number, where: ReturnType<typeof and>): Promise<ImportRowView[]> {
  const { line, name, number, email, outcome } = contactImportRows;
  return scope.db
    .select({ line, name, number, email, outcome })
    .from(contactImportRows)
    .where(where)
    .orderBy(asc(contactImportRows.id))
    .limit(limit);
}
