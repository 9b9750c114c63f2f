import { contactListImports as imports, contactListImportRows as rows } from '@db/tenant/schema/index.ts';
import { and, asc, count, eq, gt, inArray } from 'drizzle-orm';
import { AppError } from '@/core/errors.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { canManageLists } from '../contact-lists.policy.ts';
import { SKIPPED } from './list-imports.schema.ts';
import type { ImportLine, ListImportView } from './list-imports.views.ts';

export type ImportRow = typeof imports.$inferSelect;

export async function getListImport(scope: Scope, listImportId: number): Promise<ListImportView> {
  const { id, listId, fileName, state, columns, mapping } = await requireListImport(scope, listImportId);
  const counts = await scope.db
    .select({ outcome: rows.outcome, n: count() })
    .from(rows)
    .where(eq(rows.importId, listImportId))
    .groupBy(rows.outcome);
  const of = (outcome: string | null) => counts.find((one) => one.outcome === outcome)?.n ?? 0;
  const total = counts.reduce((sum, { n }) => sum + n, 0);
  return {
    ...{ id, fileName, state, columns, mapping, total },
    contactListId: listId,
    done: total - of(null),
    created: of('created'),
    skipped: {
      bad_name: of('bad_name'),
      bad_number: of('bad_number'),
      damaged: of('damaged'),
      bad_email: of('bad_email'),
      repeated: of('repeated'),
      exists: of('exists'),
    },
  };
}

export async function requireListImport(scope: Scope, listImportId: number): Promise<ImportRow> {
  requireCan(scope, canManageLists);
  const row = await scope.db.query.contactListImports.findFirst({ where: eq(imports.id, listImportId) });
  if (!row) throw new AppError('ERR_NOT_FOUND');
  return row;
}

export function listFirstLines(scope: Scope, listImportId: number, limit: number): Promise<ImportLine[]> {
  return selectLines(scope).where(eq(rows.importId, listImportId)).orderBy(asc(rows.id)).limit(limit);
}

export function listSkippedLines(
  scope: Scope,
  listImportId: number,
  { limit, after = 0 }: { limit: number; after?: number },
): Promise<ImportLine[]> {
  return selectLines(scope)
    .where(and(eq(rows.importId, listImportId), inArray(rows.outcome, [...SKIPPED]), gt(rows.line, after)))
    .orderBy(asc(rows.line))
    .limit(limit);
}

function selectLines(scope: Scope) {
  return scope.db.select({ line: rows.line, cells: rows.cells, outcome: rows.outcome }).from(rows).$dynamic();
}
