import { existsSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { mediaIn } from '../installation/in-folder.ts';
import type { Shared } from '../installation/installation.ts';
import { restoreAdvice } from './check-integrity.ts';
import { withDatabase } from './examine.ts';
import { DoctorRefused, type Finding, type Source } from './finding.ts';

export type Sources = { known: Source[]; strays: Finding[] };

/** The platform, its companies, and unknown folders. Throws DoctorRefused without data. */
export async function listSources(dataDir: string, isAlone: boolean): Promise<Sources> {
  const platform = {
    id: 0,
    isInBin: false,
    database: join(dataDir, 'platform.db'),
    media: mediaIn(join(dataDir, 'media')),
  };
  if (!existsSync(platform.database))
    throw new DoctorRefused(`DATA_DIR: ${dataDir} contains no installation.`);
  const companies = await idsOf(platform, isAlone, 'select id from companies');
  const deleted = await idsOf(platform, isAlone, 'select company_id as id from deleted_companies');
  const known = [
    platform,
    ...companies.map((id) =>
      sourceOf(dataDir, id, existsSync(join(dataDir, 'companies', `${id}`)) ? 'companies' : 'bin'),
    ),
    ...deleted.map((id) =>
      sourceOf(dataDir, id, existsSync(join(dataDir, 'bin', `${id}`)) ? 'bin' : 'companies'),
    ),
  ];
  const strays = [
    ...straysIn(join(dataDir, 'companies'), [...companies, ...deleted]),
    ...straysIn(join(dataDir, 'bin'), [...companies, ...deleted]),
  ];
  return { known, strays };
}

/** Copies of their databases come one at a time into `scratch`. Throws DoctorRefused without data. */
export async function listRemoteSources(shared: Shared, scratch: string): Promise<Sources> {
  const { installationOn } = await import('../installation/on-servers.ts');
  const { storeDatabase } = await import('../../core/db/remote/copy-namespace.ts');
  const { platform, listCompanies } = installationOn(shared, scratch);
  if (!(await platform.isThere())) throw new DoctorRefused('The database server contains no installation.');
  const known = [platform, ...(await listCompanies())].map(
    ({ id, isInBin, name, copyTo, isThere, media }) => {
      const database = join(scratch, `${id}.db`);
      const drop = async () => {
        for (const suffix of ['', '-wal', '-shm']) await rm(`${database}${suffix}`, { force: true });
      };
      const fetch = async () => {
        await drop();
        if (await isThere()) await copyTo(database);
      };
      const store = () => storeDatabase(database, { server: shared.database, name });
      return { id, isInBin, database, media, remote: { name, fetch, store, drop } };
    },
  );
  return { known, strays: [] };
}

/** The current location: an interrupted move ends with the next start. */
function sourceOf(dataDir: string, id: number, folder: 'companies' | 'bin'): Source {
  const path = join(dataDir, folder, String(id));
  const media = mediaIn(join(path, 'media'));
  return { id, isInBin: folder === 'bin', database: join(path, 'company.db'), media };
}

function idsOf(platform: Source, isAlone: boolean, sql: string): Promise<number[]> {
  return withDatabase(platform, isAlone, (database) =>
    (database.prepare(sql).all() as { id: number }[]).map(({ id }) => id),
  ).catch((error) => {
    throw new DoctorRefused(
      `${platform.database} cannot be read (${error.message}): ${restoreAdvice(platform)}.`,
    );
  });
}

function straysIn(folder: string, ids: number[]): Finding[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => !ids.includes(Number(name)))
    .map((name) => {
      const path = join(folder, name);
      const what = name.includes('.aside-')
        ? `${path} is a company’s data from before a restore`
        : `${path} belongs to no company`;
      return { what, todo: 'look into it, and move it away when nobody misses anything' };
    });
}
