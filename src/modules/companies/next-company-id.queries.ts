import { companies, companyErasures, deletedCompanies } from '@db/platform/schema/index.ts';
import { eq, sql } from 'drizzle-orm';
import type { PlatformReader } from '@/core/db/platform-database.ts';
import type { Tenants } from '@/core/db/tenants/tenant-store.ts';
import { AppError } from '@/core/errors.ts';
import { isId } from '@/core/ids.ts';

/** An id that no company had or has data under. Throws ERR_COMPANY_NUMBER_TAKEN when none is left. */
export async function nextCompanyId(
  db: PlatformReader,
  { firstFree }: Pick<Tenants, 'firstFree'>,
): Promise<number> {
  const known = await db.select({ id: companies.id }).from(companies);
  const gone = await db.select({ id: deletedCompanies.companyId }).from(deletedCompanies);
  // A pending erasure would delete the data of a company with the same id.
  const erased = await db.select({ id: companyErasures.companyId }).from(companyErasures);
  const [last] = await db.all<{ seq: number }>(sql`select seq from sqlite_sequence where name = 'companies'`);
  const used = [...known, ...gone, ...erased].map(({ id }) => id);
  const next = await firstFree(Math.max(0, ...used, last?.seq ?? 0) + 1);
  if (!isId(next)) throw new AppError('ERR_COMPANY_NUMBER_TAKEN');
  return next;
}

export async function isUsedId(db: PlatformReader, companyId: number): Promise<boolean> {
  const erased = await db.query.companyErasures.findFirst({
    where: eq(companyErasures.companyId, companyId),
  });
  return erased !== undefined || isCompany(db, companyId);
}

export async function isCompany(db: PlatformReader, companyId: number): Promise<boolean> {
  const known = await db.query.companies.findFirst({ where: eq(companies.id, companyId) });
  const gone = await db.query.deletedCompanies.findFirst({
    where: eq(deletedCompanies.companyId, companyId),
  });
  return known !== undefined || gone !== undefined;
}
