import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { OwnedRows } from '../../../core/db/owned-rows.ts';
import { swapFolder } from '../../../core/db/tenants/tenant-folder.ts';
import { RestoreRefused } from '../backup-failure.ts';
import {
  addCompanyRows,
  readCompanyRows,
  replaceCompanyRows,
  requireNobodyElse,
  requireSpaceFor,
} from './company-rows.ts';
import { restorePart } from './restore-parts.ts';
import { fetchPlatform, type Work, withAbsent } from './restore-work.ts';
import { retainRights } from './retain-rights.ts';

export async function restoreOne(work: Work, companyId: number): Promise<string[]> {
  const { dataDir, step, replaces } = work;
  if (!existsSync(join(dataDir, 'platform.db')))
    throw new RestoreRefused(`${dataDir} holds no desk to restore a company into.`);
  const scratch = join(dataDir, 'restore-scratch');
  const owned = await fetchRows(work, companyId, scratch);
  await (replaces ? requireNobodyElse : requireSpaceFor)(dataDir, companyId, owned);
  await step('rows');
  await fetchFolder(work, companyId, scratch);
  await retainRights(dataDir, companyId, join(scratch, 'company'));
  await step('company');
  const aside = swapFolder(dataDir, companyId, join(scratch, 'company'));
  await step('folder');
  await (replaces ? replaceCompanyRows : addCompanyRows)(dataDir, companyId, owned);
  await rm(scratch, { recursive: true, force: true });
  return aside;
}

export async function fetchRows(work: Work, companyId: number, scratch: string): Promise<OwnedRows> {
  await rm(scratch, { recursive: true, force: true });
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  await fetchPlatform(work, join(scratch, 'platform.db'));
  const owned = await readCompanyRows(scratch, companyId);
  if ((owned.companies ?? []).length === 0)
    throw new RestoreRefused(`The backup ${work.manifest.name} holds no company ${companyId}.`);
  return owned;
}

export async function fetchFolder(work: Work, companyId: number, scratch: string): Promise<void> {
  const found = (await withAbsent(work, companyId)).find(({ part }) => part.id === companyId);
  if (!found) throw new RestoreRefused(`The backup ${work.manifest.name} holds no company ${companyId}.`);
  const folder = join(scratch, 'company');
  await restorePart(work.source, found.run, found.part, folder);
  if (!existsSync(join(folder, 'company.db')))
    throw new RestoreRefused(
      `No backup holds a database of company ${companyId} that can be read: nothing was changed.`,
    );
}
