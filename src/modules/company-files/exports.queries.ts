import { join } from 'node:path';
import { companyExports } from '@db/platform/schema/index.ts';
import { and, desc, eq, gt, lt } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { cutPage, sizeOf } from '@/core/db/paging.ts';
import { AppError } from '@/core/errors.ts';
import { type PlatformScope, platformOf } from '@/core/platform-scope.ts';
import { isAdmin, requireCan } from '@/core/policy.ts';
import type { Kernel, Scope } from '@/core/scope.ts';
import { EXPORTS_PER_PAGE, type ExportFilter } from './company-files.schema.ts';
import type { ExportPage, ExportView } from './company-files.views.ts';

export type ExportRow = typeof companyExports.$inferSelect;

export const exportFolder = (kernel: Kernel): string => join(kernel.config.dataDir, 'exports');
export const exportPath = (kernel: Kernel, { companyId, fileName }: ExportRow): string =>
  join(exportFolder(kernel), String(companyId), fileName);

export async function listExports(scope: Scope, filter: ExportFilter): Promise<ExportPage> {
  requireCan(scope, isAdmin);
  const size = sizeOf(filter, EXPORTS_PER_PAGE);
  const after = filter.after ? lt(companyExports.id, filter.after) : undefined;
  const rows = await platformOf(scope)
    .db.select()
    .from(companyExports)
    .where(and(eq(companyExports.companyId, scope.companyId), after))
    .orderBy(desc(companyExports.id))
    .limit(size + 1);
  const page = cutPage(rows, size);
  return { records: page.rows.map((row) => toExportView(scope, row)), hasMore: page.hasMore };
}

export async function getExport(scope: Scope, exportId: number): Promise<ExportView> {
  return toExportView(scope, await requireExport(scope, exportId));
}

/** Own company only. Throws ERR_NO_EXPORT_FOUND. */
export async function requireExport(scope: Scope, exportId: number): Promise<ExportRow> {
  requireCan(scope, isAdmin);
  const own = and(eq(companyExports.id, exportId), eq(companyExports.companyId, scope.companyId));
  const [row] = await platformOf(scope).db.select().from(companyExports).where(own);
  if (!row) throw new AppError('ERR_NO_EXPORT_FOUND');
  return row;
}

export const isRunning = ({ db }: PlatformScope, companyId: number): Promise<number> =>
  db.$count(
    companyExports,
    and(eq(companyExports.companyId, companyId), eq(companyExports.status, 'running')),
  );

/** Counts those still downloadable. `companyId` may be a column of the enclosing statement. */
export const countStored = ({ db, now }: PlatformScope, companyId: number | SQLiteColumn) =>
  db.$count(
    companyExports,
    and(
      eq(companyExports.companyId, companyId),
      eq(companyExports.status, 'ready'),
      gt(companyExports.expiresAt, now()),
    ),
  );

export function isFetchable({ status, expiresAt }: ExportRow, now: Date): boolean {
  return status === 'ready' && expiresAt !== null && expiresAt > now;
}

function toExportView({ kernel, now }: Scope, row: ExportRow): ExportView {
  const { id, status, reason, madeBy, withSecrets, isEncrypted, bytes, messages, files } = row;
  const step = kernel.services.companyFiles.exports.get(id)?.step;
  return {
    ...{ id, status, reason, madeBy, withSecrets, isEncrypted, bytes, messages, files },
    startedAt: row.startedAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    isExpired: status === 'ready' && !isFetchable(row, now()),
    progress: status === 'running' && step ? { done: step.done ?? 0, of: step.of ?? 0 } : null,
  };
}
