import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { OwnedRows } from '../../../core/db/owned-rows.ts';
import { RestoreRefused } from '../backup-failure.ts';
import { homeOf } from './company-home.ts';
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
  const { dataDir, shared, step, replaces } = work;
  const home = await homeOf(dataDir, shared, companyId);
  const { open } = home;
  if (!(await home.holdsPlatform()))
    throw new RestoreRefused(`${dataDir} contains no installation to restore a company into.`);
  const scratch = join(dataDir, 'restore-scratch');
  const owned = await fetchRows(work, companyId, scratch);
  await (replaces ? requireNobodyElse : requireSpaceFor)(open, companyId, owned);
  await step('rows');
  await fetchFolder(work, companyId, scratch);
  const current = await home.current(scratch);
  await retainRights({ open, current }, companyId, join(scratch, 'company'));
  await step('company');
  const aside = await home.swap(join(scratch, 'company'), scratch);
  await step('folder');
  await (replaces ? replaceCompanyRows : addCompanyRows)(open, companyId, owned);
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
