import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openPlatform, openRemotePlatform, type PlatformDatabase } from '../../core/db/platform-database.ts';
import { firstFreeFolder } from '../../core/db/tenants/tenant-folder.ts';
import { lockData } from '../../core/storage/data-lock.ts';
import { nextCompanyId } from '../../modules/companies/next-company-id.queries.ts';
import {
  type Adopted,
  type Adopting,
  adoptCompany,
  dropHalfImports,
  importFolder,
} from '../../modules/company-files/adopt-company.service.ts';
import { CompanyRows, ROWS } from '../../modules/company-files/company-files.schema.ts';
import { RestoreRefused } from '../backup/backup-failure.ts';
import type { Shared } from '../installation/installation.ts';
import { readCompanyFile } from './read-file.ts';

export type Importing = {
  dataDir: string;
  /** The servers of several nodes, which must be stopped. */
  shared?: Shared | null;
  source: string;
  passphrase: string | null;
  identities: string[];
  name?: string;
  folder: string;
  now: Date;
  step(name: string): Promise<void>;
};

type Home = Pick<Adopting, 'move' | 'erase'> & {
  platform: PlatformDatabase;
  firstFree(from: number): Promise<number>;
};

/** Into the data of a stopped server. Throws RestoreRefused, StartRefused, AppError. */
export async function importCompany(importing: Importing): Promise<Adopted> {
  const { dataDir, shared } = importing;
  if (!shared && !existsSync(join(dataDir, 'platform.db')))
    throw new RestoreRefused(`${dataDir} contains no installation to import a company into.`);
  const lock = lockData(dataDir);
  try {
    return await importInto(await (shared ? homeOnServers(shared) : homeIn(dataDir)), importing);
  } finally {
    lock.release();
  }
}

async function importInto(home: Home, importing: Importing): Promise<Adopted> {
  const { platform, firstFree, move, erase } = home;
  const { dataDir, step, now, name, folder } = importing;
  const place = { dataDir, move, erase };
  try {
    await dropHalfImports(platform.db, place);
    const scratch = importFolder(dataDir, folder);
    const companyId = await nextCompanyId(platform.db, { firstFree });
    const job = { ...importing, companyId, kind: 'import' as const, scratch, keepFree: 0 };
    await readCompanyFile(job, step);
    const rows = CompanyRows.parse(await Bun.file(join(scratch, ROWS)).json());
    return await adoptCompany(platform, { ...place, scratch, companyId, rows, name, now, step });
  } finally {
    await dropHalfImports(platform.db, place);
    await platform.close();
  }
}

const homeIn = async (dataDir: string): Promise<Home> => ({
  platform: await openPlatform(dataDir),
  firstFree: async (from) => firstFreeFolder(dataDir, from),
});

async function homeOnServers(shared: Shared): Promise<Home> {
  const { openStopped } = await import('../cluster-move/require-stopped-nodes.ts');
  const { installationOn } = await import('../installation/on-servers.ts');
  const databases = await openStopped(shared.database);
  if (!(await databases.has(0)))
    throw new RestoreRefused(`${shared.database.url} contains no installation to import a company into.`);
  return {
    platform: await openRemotePlatform(shared.database),
    async firstFree(from) {
      let next = from;
      while (await databases.has(next)) next += 1;
      return next;
    },
    move: async () => undefined,
    async erase(companyId) {
      const { media } = installationOn(shared, '').databaseAt(companyId, false);
      for await (const { path } of media.list()) await media.remove(path);
      await databases.remove(companyId);
    },
  };
}
