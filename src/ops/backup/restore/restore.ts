import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hibernatedCompanies } from '@db/platform/schema/index.ts';
import { getTableName } from 'drizzle-orm';
import { withDatabase } from '../../../core/db/open-file.ts';
import { loadSecrets } from '../../../core/security/secrets.ts';
import { UNFINISHED_RESTORE } from '../../../core/storage/data-folder.ts';
import { lockData } from '../../../core/storage/data-lock.ts';
import { eraseCompaniesAgain } from '../../erasure/erase-again.ts';
import { RestoreRefused } from '../backup-failure.ts';
import { flushFolder } from '../backup-store.ts';
import { type DamageReport, requireDamage } from './damage-report.ts';
import { fetchCopy } from './fetch-copy.ts';
import { openWork } from './open-restore.ts';
import { restoreOne } from './restore-company.ts';
import { restoreMissing } from './restore-missing.ts';
import { finishDatabase, restoreMedia, restorePart } from './restore-parts.ts';
import { fetchPlatform, type Restoring, type Work, withAbsent } from './restore-work.ts';

export type Restored = {
  run: string;
  companies: number;
  damage: DamageReport;
  aside: string[];
  files: number;
};

/** A damaged object only affects itself and is reported. Throws RestoreRefused with a sentence. */
export async function restore(restoring: Restoring): Promise<Restored> {
  const { dataDir, shared } = restoring;
  if (shared) {
    const { restoreToServers } = await import('./restore-servers.ts');
    if (restoring.companyId === undefined) return restoreToServers({ ...restoring, shared }, restore);
    const { openStopped } = await import('../../cluster-move/require-stopped-nodes.ts');
    await openStopped(shared.database);
  }
  const work = await openWork(restoring);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const lock = lockData(dataDir);
  let aside: string[] = [];
  let files = 0;
  try {
    work.source.report.begin(join(dataDir, 'restore-report.txt'));
    if (restoring.companyId === undefined) await restoreAll(work);
    else if (restoring.onlyMissingFiles) files = await restoreMissing(work, restoring.companyId);
    else aside = await restoreOne(work, restoring.companyId);
  } finally {
    lock.release();
  }
  const { manifest, source } = work;
  const companies = restoring.companyId === undefined ? manifest.companies.length : 1;
  return { run: manifest.name, companies, damage: source.report, aside, files };
}

/** The platform comes last: the server does not start without it. */
async function restoreAll(work: Work): Promise<void> {
  const { dataDir, step, manifest, source } = work;
  const marker = join(dataDir, UNFINISHED_RESTORE);
  if (!existsSync(marker)) await requireEmpty(dataDir);
  if (!manifest.secrets && !work.secrets)
    throw new RestoreRefused(
      'This backup holds no keys, for it is not encrypted: name a copy of secrets.json (--secrets), or begin with new ones (--new-secrets).',
    );
  const platform = join(dataDir, 'platform.db');
  const from = await fetchPlatform(work, `${platform}.restoring`);
  const secrets = await fetchSecrets(work, join(dataDir, 'secrets.json.restoring'));
  await writeFile(marker, `${manifest.name}\n`, { mode: 0o600 });
  for (const name of MADE_HERE) await rm(join(dataDir, name), { recursive: true, force: true });
  await step('begun');
  for (const part of await withAbsent(work)) {
    await restorePart(
      source,
      part.run,
      part.part,
      join(dataDir, part.part.isInBin ? 'bin' : 'companies', String(part.part.id)),
    );
    await step(`company ${part.part.id}`);
  }
  if (secrets) await rename(secrets, join(dataDir, 'secrets.json'));
  else loadSecrets(dataDir);
  await step('secrets');
  await restoreMedia(source, manifest.platform, join(dataDir, 'media'), platform);
  await finishDatabase(`${platform}.restoring`, platform);
  wakeCompanies(platform);
  await eraseCompaniesAgain(dataDir, await source.erasedSince(from));
  await step('platform');
  await rm(marker);
  await flushFolder(dataDir);
}

/** A company from another set may have work due that its row does not know of. */
function wakeCompanies(platform: string): void {
  withDatabase(platform, (database) => database.exec(`delete from ${getTableName(hibernatedCompanies)}`));
}

const MADE_HERE = [
  'companies',
  'bin',
  'media',
  'platform.db',
  'platform.db-wal',
  'platform.db-shm',
  'secrets.json',
];

async function requireEmpty(dataDir: string): Promise<void> {
  for (const name of MADE_HERE) {
    const path = join(dataDir, name);
    const entries = await readdir(path).catch((error) => (error.code === 'ENOENT' ? [] : [name]));
    if (entries.length > 0)
      throw new RestoreRefused(
        `${path} is there already: nothing is overwritten. Choose an empty DATA_DIR, or name one company (--company).`,
      );
  }
}

/** A file beside secrets.json; undefined for new ones. */
async function fetchSecrets({ source, secrets, manifest }: Work, path: string): Promise<string | undefined> {
  if (secrets === 'new') return undefined;
  if (secrets) await copyFile(secrets.file, path);
  else if (manifest.secrets)
    await fetchCopy(source, manifest.secrets, path).catch((error) => {
      requireDamage(error);
      throw new RestoreRefused(
        'The keys in this backup are damaged: name a copy of secrets.json (--secrets), another backup (--run), or begin with new ones (--new-secrets).',
      );
    });
  return path;
}
