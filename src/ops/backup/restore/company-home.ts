import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openPlatform, openRemotePlatform } from '../../../core/db/platform-database.ts';
import { swapFolder } from '../../../core/db/tenants/tenant-folder.ts';
import type { Shared } from '../../installation/installation.ts';
import type { OpenPlatform } from './company-rows.ts';

export type CompanyHome = {
  holdsPlatform(): Promise<boolean>;
  open: OpenPlatform;
  current(scratch: string): Promise<string[]>;
  /** Returns where the previous one is now. */
  swap(from: string, scratch: string): Promise<string[]>;
};

export async function homeOf(
  dataDir: string,
  shared: Shared | null | undefined,
  companyId: number,
): Promise<CompanyHome> {
  return shared ? homeOnServers(dataDir, shared, companyId) : homeInFolder(dataDir, companyId);
}

function homeInFolder(dataDir: string, companyId: number): CompanyHome {
  return {
    holdsPlatform: async () => existsSync(join(dataDir, 'platform.db')),
    open: () => openPlatform(dataDir),
    current: async () =>
      ['companies', 'bin'].map((position) => join(dataDir, position, String(companyId), 'company.db')),
    swap: async (from) => swapFolder(dataDir, companyId, from),
  };
}

async function homeOnServers(dataDir: string, shared: Shared, companyId: number): Promise<CompanyHome> {
  const { installationOn } = await import('../../installation/on-servers.ts');
  const { replaceOnServers, fetchCurrent } = await import('./store-company.ts');
  return {
    holdsPlatform: () => installationOn(shared, dataDir).platform.isThere(),
    open: () => openRemotePlatform(shared.database),
    current: async (scratch) => [await fetchCurrent(shared, companyId, scratch)],
    swap: (folder, scratch) => replaceOnServers({ dataDir, shared, companyId, folder, scratch }),
  };
}
