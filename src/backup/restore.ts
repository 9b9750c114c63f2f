import type { Database } from 'bun:sqlite';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { eraseAgain, eraseCompaniesAgain } from '../erasing/erase-again.ts';
import { UNFINISHED_RESTORE } from '../kernel/data-folder.ts';
import { lockData } from '../kernel/data-lock.ts';
import { PLATFORM_MIGRATIONS } from '../kernel/db/platform.ts';
import { countMigrations } from '../kernel/db/snapshot.ts';
import { TENANT_MIGRATIONS } from '../kernel/db/tenants.ts';
import { loadSecrets } from '../kernel/secrets.ts';
import type { Tombstone } from '../modules/erasures/erasures.schema.ts';
import { addCompanyRows, readCompanyRows, requireRoomFor } from './company-rows.ts';
import { RestoreRefused } from './failure.ts';
import { keysToRestore } from './keys.ts';
import { listRuns, type Manifest, type Part, readManifest } from './manifest.ts';
import { readMedia } from './media-list.ts';
import { fetchKept } from './objects.ts';
import { withDatabase } from './snapshot.ts';
import { flushFolder, type Store } from './store.ts';
import { tombstonesSince } from './tombstones.ts';

export type Restoring = {
  store: Store;
  dataDir: string;
  /** The operator's; none for a backup that is not encrypted. */
  identities: string[];
  /** The last proven one unless told. */
  run?: string;
  /** One company, beside those that are there. */
  companyId?: number;
  /** Lines come back paired, with keys that WhatsApp may have moved on from. */
  keepsPairing: boolean;
  /** Of a backup without keys: this file, or new ones. */
  secrets?: { file: string } | 'new';
  step(name: string): Promise<void>;
};

/** What was erased since the backup was made. */
type Erased = Restoring & { erased: Tombstone[] };

export type Restored = { run: string; companies: number };

export async function restore(restoring: Restoring): Promise<Restored> {
  const { dataDir } = restoring;
  const whole = await chooseRun(restoring);
  const { store, keys } = chestOf(restoring);
  const erased = await tombstonesSince(store, keys, whole.name);
  const manifest = withoutErased(whole, erased);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const lock = lockData(dataDir);
  try {
    if (restoring.companyId !== undefined)
      await restoreOne({ ...restoring, erased }, manifest, restoring.companyId);
    else await restoreAll({ ...restoring, erased }, manifest);
  } finally {
    lock.release();
  }
  const companies = restoring.companyId === undefined ? manifest.companies.length : 1;
  return { run: manifest.name, companies };
}

/** A company that was erased stays so. */
function withoutErased(manifest: Manifest, erased: Tombstone[]): Manifest {
  const gone = new Set(erased.filter(({ kind }) => kind === 'company').map(({ companyId }) => companyId));
  return { ...manifest, companies: manifest.companies.filter(({ id }) => !gone.has(id)) };
}

async function chooseRun({ store, run, identities }: Restoring): Promise<Manifest> {
  const runs = await listRuns(store);
  const chosen = run ?? runs.findLast(({ isProven }) => isProven)?.name;
  if (!chosen) throw new RestoreRefused('No proven backup is there.');
  if (!runs.some(({ name }) => name === chosen))
    throw new RestoreRefused(`There is no backup ${chosen}: ${runs.map(({ name }) => name).join(', ')}`);
  const manifest = await readManifest(store, chosen);
  if (manifest.tag && identities.length === 0)
    throw new RestoreRefused('This backup is encrypted: name the file with its age identity (--identity).');
  requireKnownVersion(manifest);
  return manifest;
}

/** An older one is migrated when it is opened; nothing leads back from a newer one. */
function requireKnownVersion({ name, version, platform, companies }: Manifest): void {
  const known = countMigrations(TENANT_MIGRATIONS);
  if (
    platform.database.migrations > countMigrations(PLATFORM_MIGRATIONS) ||
    companies.some(({ database }) => database.migrations > known)
  )
    throw new RestoreRefused(
      `The backup ${name} was made by a newer version of Balcão (${version}): restore it with that one, or name an older backup (--run).`,
    );
}

/** The platform last: until it is there the desk does not start. */
async function restoreAll(restoring: Erased, manifest: Manifest): Promise<void> {
  const { dataDir, step } = restoring;
  const marker = join(dataDir, UNFINISHED_RESTORE);
  if (!existsSync(marker)) await requireEmpty(dataDir);
  if (!manifest.secrets && !restoring.secrets)
    throw new RestoreRefused(
      'This backup holds no keys, for it is not encrypted: name a copy of secrets.json (--secrets), or begin with new ones (--new-secrets).',
    );
  await writeFile(marker, `${manifest.name}\n`, { mode: 0o600 });
  for (const name of MADE_HERE) await rm(join(dataDir, name), { recursive: true, force: true });
  await step('begun');
  for (const part of manifest.companies) {
    await restorePart(restoring, part, join(dataDir, part.isInBin ? 'bin' : 'companies', String(part.id)));
    await step(`company ${part.id}`);
  }
  await restoreSecrets(restoring, manifest);
  await step('secrets');
  await restoreMedia(restoring, manifest.platform, join(dataDir, 'media'));
  await restoreDatabase(restoring, manifest.platform, join(dataDir, 'platform.db'));
  await eraseCompaniesAgain(dataDir, restoring.erased);
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

async function restoreOne(restoring: Erased, manifest: Manifest, companyId: number): Promise<void> {
  const { dataDir, step } = restoring;
  const part = manifest.companies.find(({ id }) => id === companyId);
  if (!part) throw new RestoreRefused(`The backup ${manifest.name} holds no company ${companyId}.`);
  if (!existsSync(join(dataDir, 'platform.db')))
    throw new RestoreRefused(`${dataDir} holds no desk to restore a company into.`);
  const scratch = join(dataDir, 'restore-scratch');
  await rm(scratch, { recursive: true, force: true });
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  await fetchKept(chestOf(restoring), manifest.platform.database, join(scratch, 'platform.db'));
  const owned = await readCompanyRows(scratch, companyId);
  await requireRoomFor(dataDir, companyId, owned);
  await step('rows');
  await restorePart(restoring, part, join(scratch, 'company'));
  await step('company');
  const folder = join(dataDir, 'companies', String(companyId));
  // Nobody's: of a restore that was killed, or of a company that was never finished.
  if (existsSync(folder)) await rename(folder, `${folder}.aside-${randomUUID()}`);
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
  await rename(join(scratch, 'company'), folder);
  await flushFolder(dirname(folder));
  await step('folder');
  await addCompanyRows(dataDir, companyId, owned);
  await rm(scratch, { recursive: true, force: true });
}

async function restorePart(restoring: Erased, part: Part, folder: string): Promise<void> {
  await restoreMedia(restoring, part, join(folder, 'media'));
  await restoreDatabase(restoring, part, join(folder, 'company.db'));
  await eraseAgain(
    folder,
    restoring.erased.filter(({ companyId }) => companyId === part.id),
  );
}

async function restoreDatabase(restoring: Restoring, { id, database }: Part, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.restoring`;
  await fetchKept(chestOf(restoring), database, draft);
  withDatabase(draft, (opened) => {
    if (id !== 0 && !restoring.keepsPairing) unpair(opened);
  });
  await rename(draft, path);
  // Under its own name: SQLite's shared memory goes by the file's.
  withDatabase(path, (opened) => opened.run('PRAGMA journal_mode = WAL'));
  await flushFolder(dirname(path));
}

/** An old Signal ratchet makes WhatsApp's peers lose messages: such a line is paired anew. */
function unpair(database: Database): void {
  database.transaction(() => {
    database.run('delete from session_keys');
    database.run(
      "update connections set status = 'DISCONNECTED', qrcode = '', pairing_code = '', retries = 0, trouble = null",
    );
  })();
}

async function restoreMedia(restoring: Restoring, { media }: Part, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for await (const { path, kept } of readMedia(chestOf(restoring), media)) {
    if (path.split('/').includes('..')) throw new Error(`${path} leads out of its folder`);
    await mkdir(dirname(join(folder, path)), { recursive: true, mode: 0o700 });
    await fetchKept(chestOf(restoring), kept, join(folder, path));
  }
}

async function restoreSecrets(restoring: Restoring, { secrets: kept }: Manifest): Promise<void> {
  const path = join(restoring.dataDir, 'secrets.json');
  const { secrets } = restoring;
  if (secrets === 'new') loadSecrets(restoring.dataDir);
  else if (secrets) await copyFile(secrets.file, path);
  else if (kept) await fetchKept(chestOf(restoring), kept, path);
}

function chestOf({ store, identities }: Restoring) {
  return { store, keys: keysToRestore(identities) };
}
