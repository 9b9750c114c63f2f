import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { withDatabase } from './examine.ts';
import { DoctorRefused, type Finding, type Place } from './finding.ts';
import { restoreAdvice } from './integrity.ts';

export type Places = { known: Place[]; strays: Finding[] };

/** The platform and its companies; and folders that nobody knows. Throws DoctorRefused where no desk is. */
export async function placesIn(dataDir: string, isAlone: boolean): Promise<Places> {
  const platform = {
    id: 0,
    isInBin: false,
    database: join(dataDir, 'platform.db'),
    media: join(dataDir, 'media'),
  };
  if (!existsSync(platform.database)) throw new DoctorRefused(`${dataDir} holds no desk.`);
  const companies = await idsOf(platform, isAlone, 'select id from companies');
  const deleted = await idsOf(platform, isAlone, 'select company_id as id from deleted_companies');
  const known = [
    platform,
    ...companies.map((id) =>
      placeOf(dataDir, id, existsSync(join(dataDir, 'companies', `${id}`)) ? 'companies' : 'bin'),
    ),
    ...deleted.map((id) =>
      placeOf(dataDir, id, existsSync(join(dataDir, 'bin', `${id}`)) ? 'bin' : 'companies'),
    ),
  ];
  const strays = [
    ...straysIn(join(dataDir, 'companies'), [...companies, ...deleted]),
    ...straysIn(join(dataDir, 'bin'), [...companies, ...deleted]),
  ];
  return { known, strays };
}

/** Where it lies: a move that was interrupted ends with the next start. */
function placeOf(dataDir: string, id: number, folder: 'companies' | 'bin'): Place {
  const path = join(dataDir, folder, String(id));
  return { id, isInBin: folder === 'bin', database: join(path, 'company.db'), media: join(path, 'media') };
}

function idsOf(platform: Place, isAlone: boolean, sql: string): Promise<number[]> {
  return withDatabase(platform, isAlone, (database) =>
    database
      .query<{ id: number }, []>(sql)
      .all()
      .map(({ id }) => id),
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
    .map((name) => ({
      what: `${join(folder, name)} belongs to no company`,
      todo: 'look into it, and move it away when nobody misses anything',
    }));
}
