import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { companyExports } from '@db/platform/schema/index.ts';
import { eq } from 'drizzle-orm';
import { audit, auditSeparately } from '@/core/audit/audit.ts';
import { insertedRow } from '@/core/db/inserted-row.ts';
import { AppError } from '@/core/errors.ts';
import { type PlatformScope, platformOf, platformScope } from '@/core/platform-scope.ts';
import { isAdmin, requireCan, requireRecentAuthentication, requireUser } from '@/core/policy.ts';
import type { Kernel, Scope } from '@/core/scope.ts';
import { createBucket } from '@/core/security/throttle.ts';
import { RESERVED_BYTES } from '@/core/storage/disk-space.ts';
import { dataOf } from '@/modules/backups/data-location.logic.ts';
import { getPlanOf } from '@/modules/companies/companies.queries.ts';
import { exportsIn } from '@/modules/companies/plan-quotas.state.ts';
import { VERSION } from '@/version.ts';
import type { FileEnd } from './company-file-runner.state.ts';
import type { ExportInput, FileStep } from './company-files.schema.ts';
import {
  countStored,
  type ExportRow,
  exportPath,
  isFetchable,
  isRunning,
  requireExport,
} from './exports.queries.ts';

const HOUR_MS = 3_600_000;
const RETAINED_MS = 24 * HOUR_MS;

/** Throws ERR_NO_PERMISSION, ERR_PROOF_REQUIRED, ERR_EXPORT_RUNS, ERR_EXPORTS_KEPT, ERR_NO_SPACE. */
export async function beginExport(scope: Scope, input: ExportInput): Promise<void> {
  requireCan(scope, isAdmin);
  const { name } = requireUser(scope);
  requireRecentAuthentication(scope);
  const { kernel, companyId } = scope;
  await kernel.space.requireForFiles();
  const limit = exportsIn(await getPlanOf(kernel, companyId));
  const isEncrypted = input.passphrase !== '';
  const withSecrets = input.withSecrets ?? false;
  const row = await platformOf(scope).write(async (tx) => {
    if ((await isRunning(tx, companyId)) > 0) throw new AppError('ERR_EXPORT_RUNS');
    if ((await countStored(tx, companyId)) >= limit) throw new AppError('ERR_EXPORTS_KEPT', { limit });
    const values = { companyId, madeBy: name, withSecrets, isEncrypted, startedAt: tx.now() };
    const fileName = `${kernel.ids.token(24)}.balcao`;
    const made = await tx.db
      .insert(companyExports)
      .values({ ...values, fileName, status: 'running' })
      .returning()
      .then(insertedRow);
    tx.emit('company-export.changed', { companyId });
    return made;
  });
  // Before the first byte: a crash in between leaves an interrupted export.
  const entry = {
    what: 'company.exported',
    on: { id: row.id },
    after: { withSecrets, isEncrypted },
  } as const;
  await audit(scope, entry).catch(async (error: unknown) => {
    await deleteRow(platformOf(scope), row);
    throw error;
  });
  void carryOut(kernel, row, input.passphrase).catch((error) =>
    kernel.log.error({ err: error, companyId }, 'an export failed'),
  );
}

/** Returns the file's path; the download is audited. Throws ERR_NO_EXPORT_FOUND, ERR_EXPORT_EXPIRED. */
export async function openExport(
  scope: Scope,
  { exportId, isFirst }: { exportId: number; isFirst: boolean },
): Promise<{ path: string; name: string }> {
  const row = await requireExport(scope, exportId);
  // A visit is read-only: it takes no data along.
  if (requireUser(scope).home) throw new AppError('ERR_READ_ONLY');
  const path = exportPath(scope.kernel, row);
  // It may have been made on another node.
  if (!isFetchable(row, scope.now()) || !existsSync(path)) throw new AppError('ERR_EXPORT_EXPIRED');
  if (isFirst) await auditSeparately(scope, { what: 'company.exportFetched', on: { id: row.id } });
  const day = row.startedAt.toISOString().slice(0, 10);
  return { path, name: `${scope.t('companyFiles:fileName')}-${day}.balcao` };
}

/** Also stops one in progress. Throws ERR_NO_EXPORT_FOUND. */
export async function deleteExport(scope: Scope, { exportId }: { exportId: number }): Promise<void> {
  const { kernel } = scope;
  const row = await requireExport(scope, exportId);
  await audit(scope, { what: 'company.exportDeleted', on: { id: row.id } });
  await deleteRow(platformOf(scope), row);
  kernel.services.companyFiles.exports.get(exportId)?.stop.abort();
  await rm(exportPath(kernel, row), { force: true });
}

async function deleteRow(scope: PlatformScope, { id, companyId }: ExportRow): Promise<void> {
  await scope.write(async (tx) => {
    await tx.db.delete(companyExports).where(eq(companyExports.id, id));
    tx.emit('company-export.changed', { companyId });
  });
}

async function carryOut(kernel: Kernel, row: ExportRow, passphrase: string): Promise<void> {
  const { companyFiles } = kernel.services;
  const state = { step: null as FileStep | null, stop: new AbortController() };
  companyFiles.exports.set(row.id, state);
  const { companyId } = row;
  const news = createBucket(kernel.ticks, { tries: 1, perSeconds: 1 });
  try {
    const end = await companyFiles.run(
      jobOf(kernel, row, passphrase),
      (step) => {
        state.step = step;
        if (news.tryTake()) platformScope(kernel).emit('company-export.changed', { companyId });
      },
      state.stop.signal,
    );
    // Stopped with the process: the next start records it as interrupted.
    if (!kernel.stopping.aborted) await settle(kernel, row, end);
  } finally {
    companyFiles.exports.delete(row.id);
  }
}

function jobOf(kernel: Kernel, row: ExportRow, passphrase: string) {
  return {
    kind: 'export' as const,
    ...dataOf(kernel.config),
    companyId: row.companyId,
    target: exportPath(kernel, row),
    now: row.startedAt.toISOString(),
    version: VERSION,
    keepFree: RESERVED_BYTES,
    passphrase: passphrase === '' ? null : passphrase,
    recipient: null,
    withSecrets: row.withSecrets,
  };
}

async function settle(kernel: Kernel, row: ExportRow, end: FileEnd): Promise<void> {
  if ('failed' in end) kernel.log.error({ companyId: row.companyId, ...end }, 'an export failed');
  const known = await platformScope(kernel).write(async (tx) => {
    const endedAt = tx.now();
    const changed = await tx.db
      .update(companyExports)
      .set(
        'exported' in end
          ? {
              status: 'ready',
              endedAt,
              expiresAt: new Date(endedAt.getTime() + RETAINED_MS),
              ...end.exported,
            }
          : { status: 'failed', endedAt, reason: 'failed' in end ? end.failed : 'broken' },
      )
      .where(eq(companyExports.id, row.id))
      .returning({ id: companyExports.id });
    tx.emit('company-export.changed', { companyId: row.companyId });
    return changed.length > 0;
  });
  if (!known) await rm(exportPath(kernel, row), { force: true });
}
