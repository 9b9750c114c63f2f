import { dirname, resolve } from 'node:path';
import { backups, companies } from '@db/platform/schema/index.ts';
import { and, desc, eq, min, ne, type SQL, sql } from 'drizzle-orm';
import { afterRow, cutPage, offsetOf, sizeOf } from '@/core/db/paging.ts';
import { platformOf } from '@/core/platform-scope.ts';
import { requireSuper } from '@/core/policy.ts';
import type { Kernel, Scope } from '@/core/scope.ts';
import { BACKUPS_PER_PAGE, type BackupFilter } from './backups.schema.ts';
import type { BackupPage, BackupRow, BackupState, BackupView } from './backups.views.ts';

const HOUR_MS = 3_600_000;
const MISSED_AFTER_MS = 26 * HOUR_MS;

/** Newest first. Throws ERR_NO_SUPER. */
export async function listBackups(scope: Scope, filter: BackupFilter): Promise<BackupPage> {
  requireSuper(scope);
  const size = sizeOf(filter, BACKUPS_PER_PAGE);
  const rows = await platformOf(scope)
    .db.select()
    .from(backups)
    .where(cursor(filter.after))
    .orderBy(desc(backups.id))
    .limit(size + 1)
    .offset(offsetOf(filter, BACKUPS_PER_PAGE));
  const page = cutPage(rows, size);
  return { records: page.rows.map(toBackupView), hasMore: page.hasMore };
}

export async function getBackupState(scope: Scope): Promise<BackupState> {
  requireSuper(scope);
  const { kernel } = scope;
  const { backupDir, backupRecipient, backupS3, dataDir } = kernel.config;
  const proven = await lastProven(kernel);
  const { isMissed, hasFailed } = await readBackupFacts(kernel);
  const last = await lastEnded(kernel);
  return {
    lastProven: proven ? toBackupView(proven) : null,
    isRunning: kernel.services.backups.isRunning,
    ...{ isMissed, hasFailed },
    damage: last?.reason === 'incomplete' ? last.details.split('\n') : [],
    isEncrypted: backupRecipient !== null,
    isElsewhere: backupS3 !== null || !isBeside(resolve(backupDir), resolve(dataDir)),
    folder: backupS3 ? null : backupDir,
    bucket: backupS3 && `${backupS3.bucket} (${new URL(backupS3.endpoint).host})`,
  };
}

export async function readBackupFacts(kernel: Kernel) {
  const last = await lastEnded(kernel);
  return {
    provenAt: (await lastProven(kernel))?.startedAt ?? null,
    hasFailed: last?.status === 'failed',
    isIncomplete: last?.reason === 'incomplete',
    isMissed: await isMissed(kernel),
  };
}

/** 1 while something is wrong. Throws ERR_NO_SUPER. */
export async function countBackupTrouble(scope: Scope): Promise<number> {
  requireSuper(scope);
  const { isMissed, hasFailed, isIncomplete } = await readBackupFacts(scope.kernel);
  return isMissed || hasFailed || isIncomplete ? 1 : 0;
}

/** No verified backup for 26 hours; without any backup, time counts from the oldest company. */
export async function isMissed(kernel: Kernel): Promise<boolean> {
  const proven = await lastProven(kernel);
  const since = proven?.startedAt ?? (await firstCompany(kernel));
  return since !== undefined && kernel.clock().getTime() - since.getTime() > MISSED_AFTER_MS;
}

export function lastEnded({ platform }: Kernel): Promise<BackupRow | undefined> {
  return platform.remember([backups], 'last ended', () =>
    platform.db.query.backups
      .findFirst({ where: ne(backups.status, 'running'), orderBy: desc(backups.id) })
      .execute(),
  );
}

export function lastProven({ platform }: Kernel): Promise<BackupRow | undefined> {
  return platform.remember([backups], 'last proven', () =>
    platform.db.query.backups
      .findFirst({ where: eq(backups.status, 'proven'), orderBy: desc(backups.startedAt) })
      .execute(),
  );
}

function firstCompany({ platform }: Kernel): Promise<Date | undefined> {
  return platform.remember([companies], 'first made at', async () => {
    const [row] = await platform.db.select({ at: min(companies.createdAt) }).from(companies);
    return row?.at ?? undefined;
  });
}

/** Inside the data folder or its parent: most likely the same disk. */
function isBeside(folder: string, dataDir: string): boolean {
  return `${folder}/`.startsWith(`${dirname(dataDir)}/`);
}

function cursor(after: number | undefined): SQL | undefined {
  return after ? and(afterRow(backups.id, [sql`-${backups.id}`], after)) : undefined;
}

function toBackupView({ startedAt, endedAt, ...row }: BackupRow): BackupView {
  const { id, status, startedBy, reason, details, companies, messages, files, addedBytes, differences } = row;
  return {
    ...{ id, status, startedBy, reason, details, companies, messages, files, addedBytes, differences },
    startedAt: startedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  };
}
