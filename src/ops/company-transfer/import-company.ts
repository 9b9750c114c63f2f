import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openPlatform } from '../../core/db/platform-database.ts';
import { firstFreeFolder } from '../../core/db/tenants/tenant-folder.ts';
import { lockData } from '../../core/storage/data-lock.ts';
import { nextCompanyId } from '../../modules/companies/next-company-id.queries.ts';
import {
  type Adopted,
  adoptCompany,
  dropHalfImports,
  importFolder,
} from '../../modules/company-files/adopt-company.service.ts';
import { CompanyRows, ROWS } from '../../modules/company-files/company-files.schema.ts';
import { RestoreRefused } from '../backup/backup-failure.ts';
import { readCompanyFile } from './read-file.ts';

export type Importing = {
  dataDir: string;
  source: string;
  passphrase: string | null;
  identities: string[];
  name?: string;
  folder: string;
  now: Date;
  step(name: string): Promise<void>;
};

/** Into the data of a stopped server. Throws RestoreRefused, StartRefused, AppError. */
export async function importCompany(importing: Importing): Promise<Adopted> {
  const { dataDir, step, now, name, folder } = importing;
  if (!existsSync(join(dataDir, 'platform.db')))
    throw new RestoreRefused(`${dataDir} holds no desk to take a company over into.`);
  const lock = lockData(dataDir);
  const platform = await openPlatform(dataDir);
  try {
    await dropHalfImports(platform.db, dataDir);
    const scratch = importFolder(dataDir, folder);
    const firstFree = async (from: number) => firstFreeFolder(dataDir, from);
    const companyId = await nextCompanyId(platform.db, { firstFree });
    const job = { ...importing, companyId, kind: 'import' as const, scratch, keepFree: 0 };
    await readCompanyFile(job, step);
    const rows = CompanyRows.parse(await Bun.file(join(scratch, ROWS)).json());
    return await adoptCompany(platform, { dataDir, scratch, companyId, rows, name, now, step });
  } finally {
    await dropHalfImports(platform.db, dataDir);
    await platform.close();
    lock.release();
  }
}
