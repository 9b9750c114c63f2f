import { join } from 'node:path';
import { deletedCompanies } from '@db/platform/schema/index.ts';
import { desc, eq } from 'drizzle-orm';
import { AppError } from '@/core/errors.ts';
import { type PlatformScope, platformOf } from '@/core/platform-scope.ts';
import { requireSuper } from '@/core/policy.ts';
import type { Kernel, Scope } from '@/core/scope.ts';
import type { DeletedCompanyView } from './back-office.views.ts';

export const RETENTION_DAYS = 30;

export const binFolder = ({ config }: Kernel, companyId: number): string =>
  join(config.dataDir, 'bin', String(companyId));

/** Newest first. Throws ERR_NO_SUPER. */
export async function listBin(scope: Scope): Promise<DeletedCompanyView[]> {
  requireSuper(scope);
  const rows = await platformOf(scope)
    .db.select({
      id: deletedCompanies.companyId,
      name: deletedCompanies.name,
      deletedAt: deletedCompanies.deletedAt,
      retainedUntil: deletedCompanies.retainedUntil,
    })
    .from(deletedCompanies)
    .orderBy(desc(deletedCompanies.deletedAt), desc(deletedCompanies.companyId));
  return rows.map(({ deletedAt, retainedUntil, ...row }) => ({
    ...row,
    deletedAt: deletedAt.toISOString(),
    retainedUntil: retainedUntil.toISOString(),
  }));
}

/** Throws ERR_NO_COMPANY_FOUND, also after its retention has ended. */
export async function requireDeleted(platform: PlatformScope, companyId: number) {
  const row = await findInBin(platform, companyId);
  if (!row || row.retainedUntil <= platform.now()) throw new AppError('ERR_NO_COMPANY_FOUND');
  return row;
}

export const isInBin = async (platform: PlatformScope, companyId: number): Promise<boolean> =>
  (await findInBin(platform, companyId)) !== undefined;

const findInBin = ({ db }: PlatformScope, companyId: number) =>
  db.query.deletedCompanies.findFirst({ where: eq(deletedCompanies.companyId, companyId) });
