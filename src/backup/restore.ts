import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eraseCompaniesAgain } from '../erasing/erase-again.ts';
import { UNFINISHED_RESTORE } from '../kernel/data-folder.ts';
import { lockData } from '../kernel/data-lock.ts';
import { loadSecrets } from '../kernel/secrets.ts';
import type { Tombstone } from '../modules/erasures/erasures.schema.ts';
import { chooseRun } from './choose-run.ts';
import { createDamageReport, type Damage, type DamageReport, requireDamage } from './damage.ts';
import { RestoreRefused } from './failure.ts';
import { fetchCopy } from './fetch-copy.ts';
import { keysToRestore } from './keys.ts';
import type { Manifest } from './manifest.ts';
import { restoreOne } from './restore-company.ts';
import { restoreMissing } from './restore-missing.ts';
import { finishDatabase, restoreMedia, restorePart, type Source } from './restore-parts.ts';
import { fetchPlatform, type Restoring, type Work, withAbsent } from './restore-work.ts';
import { flushFolder } from './store.ts';
import { readTombstones } from './tombstones.ts';

/** `aside`: where folders lie that were there before. `files`: missing ones that came back. */
export type Restored = {
  run: string;
  companies: number;
  damage: DamageReport;
  aside: string[];
  files: number;
};

/** One damaged object costs only itself, and stands in the report. Throws RestoreRefused with a sentence. */
export async function restore(restoring: Restoring): Promise<Restored> {
  const { dataDir, store } = restoring;
  const opening = keysToRestore(restoring.identities);
  const { manifest: whole, damaged, others } = await chooseRun({ ...restoring, keys: opening });
  const keys = { ...opening, tag: whole.tag };
  const { tombstones, unreadable } = await readTombstones(store, keys, whole.name);
  const manifest = withoutErased(whole, tombstones);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const lock = lockData(dataDir);
  const report = createDamageReport(join(dataDir, 'restore-report.txt'));
  for (const name of damaged) report.add(aboutPlatform(`runs/${name}`, `damaged; ${whole.name} is restored`));
  for (const name of unreadable)
    report.add(
      aboutPlatform(name, 'damaged; somebody who was erased may be back, and is to be erased again'),
    );
  const names = new Map<number, string>();
  const source: Source = {
    ...{ store, keys, others, report, keepsPairing: restoring.keepsPairing },
    rowsOnly: restoring.companyId !== undefined,
    nameOf: (companyId) => names.get(companyId) ?? null,
    erasedSince: async (run) => (await readTombstones(store, keys, run)).tombstones,
  };
  const work = { ...restoring, source, manifest, names };
  let aside: string[] = [];
  let files = 0;
  try {
    if (restoring.companyId === undefined) await restoreAll(work);
    else if (restoring.onlyMissingFiles) files = await restoreMissing(work, restoring.companyId);
    else aside = await restoreOne(work, restoring.companyId);
  } finally {
    lock.release();
  }
  const companies = restoring.companyId === undefined ? manifest.companies.length : 1;
  return { run: manifest.name, companies, damage: report, aside, files };
}

const aboutPlatform = (file: string, what: string): Damage => ({
  ...{ companyId: 0, company: null, conversation: null },
  ...{ file, what },
});

/** A company that was erased stays so. */
function withoutErased(manifest: Manifest, erased: Tombstone[]): Manifest {
  const gone = new Set(erased.filter(({ kind }) => kind === 'company').map(({ companyId }) => companyId));
  return {
    ...manifest,
    companies: manifest.companies.filter(({ id }) => !gone.has(id)),
    absent: manifest.absent.filter((id) => !gone.has(id)),
  };
}

/** The platform last: until it is there the desk does not start. */
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
  await eraseCompaniesAgain(dataDir, await source.erasedSince(from));
  await step('platform');
  await rm(marker);
  await flushFolder(dataDir);
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
    if (entries.length > 0) throw new RestoreRefused(`${path} is there already: nothing is overwritten.`);
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
