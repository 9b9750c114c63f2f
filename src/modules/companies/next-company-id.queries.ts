import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { companies, companyErasures, deletedCompanies } from '@db/platform/schema/index.ts';
import { sql } from 'drizzle-orm';
import type { PlatformReader } from '@/core/db/platform-database.ts';
import { AppError } from '@/core/errors.ts';
import { isId } from '@/core/ids.ts';

/** An id that no company had or has files under. Throws ERR_COMPANY_NUMBER_TAKEN when none is left. */
export async function nextCompanyId(db: PlatformReader, dataDir: string): Promise<number> {
  const known = await db.select({ id: companies.id }).from(companies);
  const gone = await db.select({ id: deletedCompanies.companyId }).from(deletedCompanies);
  // A pending erasure would delete the backups of a company with the same id.
  const erased = await db.select({ id: companyErasures.companyId }).from(companyErasures);
  const [last] = await db.all<{ seq: number }>(sql`select seq from sqlite_sequence where name = 'companies'`);
  const used = [...known, ...gone, ...erased].map(({ id }) => id);
  const next = Math.max(0, ...used, ...foldersIn(dataDir), last?.seq ?? 0) + 1;
  if (!isId(next)) throw new AppError('ERR_COMPANY_NUMBER_TAKEN');
  return next;
}

function foldersIn(dataDir: string): number[] {
  const names = ['companies', 'bin'].flatMap((name) => {
    const folder = join(dataDir, name);
    return existsSync(folder) ? readdirSync(folder) : [];
  });
  return names.map((name) => Number.parseInt(name, 10)).filter((id) => id > 0);
}
