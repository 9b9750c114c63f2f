import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as platformSchema from '@db/platform/schema/index.ts';
import type { Client } from '@libsql/client';
import { getTableName } from 'drizzle-orm';
import { columnsWhere } from '../../core/db/annotations.ts';
import { LocalClient } from '../../core/db/driver/local-client.ts';
import { systemLockWait } from '../../core/db/driver/wait-for-lock.ts';
import { freeClosedFiles, MAX_CLOSED } from '../../core/db/open-file.ts';
import { StartRefused } from '../../core/errors.ts';
import { freshPushKeys, freshSecrets, type StoredSecrets } from '../../core/security/secrets.ts';
import { requireWhole } from '../../core/storage/data-folder.ts';
import { lockData } from '../../core/storage/data-lock.ts';
import { flushFolder } from '../backup/backup-store.ts';
import { OF_A_COMPANY, OF_THE_PLATFORM } from '../encrypted-columns.ts';
import {
  type DatabaseAt,
  type Installation,
  openInstallation,
  type Shared,
} from '../installation/installation.ts';
import { noteRotation } from './audit-rotation.ts';
import { type Counts, resealBin, resealDatabase } from './re-encrypt.ts';
import { keysIn, keysOfNodes, type StoredKeys } from './stored-keys.ts';

export const KEEPABLE = ['tokens', 'push'] as const;
export type Keepable = (typeof KEEPABLE)[number];

export type Rotating = {
  dataDir: string;
  /** The servers of several nodes, which must be stopped. */
  shared?: Shared | null;
  keep: Keepable[];
  operator: string;
  now(): Date;
  step(name: string): Promise<void>;
};

export type Rotated = Counts & { databases: number; snapshot: string };

type Rotation = Rotating & {
  installation: Installation;
  keys: StoredKeys;
  open(database: DatabaseAt): Client;
};

/** The file holds both keys until the last step: a kill is resumed. Throws DataInUse, StartRefused. */
export async function rotate(rotating: Rotating): Promise<Rotated> {
  const { dataDir, shared } = rotating;
  if (!shared && !existsSync(join(dataDir, 'platform.db'))) refuseNothing(dataDir);
  const lock = lockData(dataDir);
  try {
    if (!shared) requireWhole(dataDir);
    const installation = await openInstallation(dataDir, shared, dataDir);
    if (!shared) return await rotateAll({ ...rotating, installation, keys: keysIn(dataDir), open: openFile });
    return await rotateOnServers(rotating, installation, shared);
  } finally {
    lock.release();
  }
}

async function rotateOnServers(
  rotating: Rotating,
  installation: Installation,
  shared: Shared,
): Promise<Rotated> {
  const { dataDir } = rotating;
  const { openStopped } = await import('../cluster-move/require-stopped-nodes.ts');
  if (!(await installation.platform.isThere())) refuseNothing(shared.database.url);
  const databases = await openStopped(shared.database);
  const platform = databases.open(installation.platform.id);
  const keys = keysOfNodes(dataDir, platform);
  return rotateAll({ ...rotating, installation, keys, open: ({ id }) => databases.open(id) }).finally(() =>
    platform.close(),
  );
}

async function rotateAll(rotation: Rotation): Promise<Rotated> {
  const { dataDir, step, keep, keys, installation } = rotation;
  const state = await begin(rotation);
  const secrets = await keys.read();
  const noted = { rotation: secrets.rotation ?? '', at: rotation.now(), operator: rotation.operator };
  const total = { resealed: 0, lost: 0, databases: 0, snapshot: state };
  const add = ({ resealed, lost }: Counts) => {
    total.resealed += resealed;
    total.lost += lost;
  };
  for (const database of await companiesOf(installation)) {
    const where = folderOf(database);
    await withClient(rotation, database, async (client) => {
      const what = { secrets, columns: OF_A_COMPANY, companyId: database.id };
      const counts = await resealDatabase(client, what, (column) => step(`${where} ${column}`));
      add(counts);
      if (!keep.includes('push')) await empty(client, ['push_subscriptions']);
      if (counts.resealed + counts.lost > 0)
        await noteRotation(client, { ...noted, operator: '', after: afterOf(counts) });
      await step(`${where} noted`);
    });
    total.databases += 1;
    if (total.databases % MAX_CLOSED === 0) await freeClosedFiles();
  }
  await withClient(rotation, installation.platform, async (client) => {
    const what = { secrets, columns: OF_THE_PLATFORM, companyId: 0 };
    add(await resealDatabase(client, what, (column) => step(`platform ${column}`)));
    const dropped = keep.includes('tokens') ? [] : MADE_WITH_CODES;
    add(await resealBin(client, secrets, dropped));
    await empty(client, dropped);
    total.databases += 1;
    const { databases } = total;
    await noteRotation(client, { ...noted, after: { ...afterOf(total), databases, kept: keep.join(', ') } });
  });
  await step('resealed');
  await keys.put(endOf(secrets, keep));
  await flushFolder(dataDir);
  await step('ended');
  return total;
}

/** Hashes cannot be recomputed without their input: those that no key matches any more are deleted. */
const MADE_WITH_CODES = columnsWhere(platformSchema, ({ secret }) => secret === 'keyed').map(({ table }) =>
  getTableName(table),
);

async function begin({ dataDir, installation, keys, step }: Rotation): Promise<string> {
  const folder = join(dataDir, 'before-rotation');
  const draft = `${folder}.new`;
  const secrets = await keys.read();
  if (secrets.former) {
    if (existsSync(draft)) renameSync(draft, folder);
    if (!secrets.rotation) await keys.put({ ...secrets, rotation: randomUUID() });
    return folder;
  }
  if (existsSync(folder))
    throw new StartRefused(`${folder} holds the keys and databases of an earlier rotation: remove it first.`);
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  for (const database of [installation.platform, ...(await companiesOf(installation))]) {
    const to = join(draft, folderOf(database), database.id === 0 ? 'platform.db' : 'company.db');
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
    await database.copyTo(to);
  }
  cpSync(join(dataDir, 'secrets.json'), join(draft, 'secrets.json'));
  await step('snapshot');
  const { cipher } = freshSecrets();
  await keys.put({
    ...secrets,
    ...{ cipher, former: secrets.cipher, rotation: randomUUID(), codes: secrets.codes ?? secrets.cipher },
  });
  await step('begun');
  renameSync(draft, folder);
  await flushFolder(dataDir);
  return folder;
}

const afterOf = ({ resealed, lost }: Counts) => ({ count: resealed, lost });

function endOf({ former: _, rotation: __, ...secrets }: StoredSecrets, keep: Keepable[]): StoredSecrets {
  const { jwt, media, codes } = freshSecrets();
  return {
    ...secrets,
    ...{ jwt, media },
    ...(!keep.includes('tokens') && { codes }),
    ...(!keep.includes('push') && { push: freshPushKeys() }),
  };
}

async function companiesOf(installation: Installation): Promise<DatabaseAt[]> {
  const there: DatabaseAt[] = [];
  for (const company of await installation.listCompanies()) if (await company.isThere()) there.push(company);
  return there;
}

const folderOf = ({ id, isInBin }: DatabaseAt): string =>
  id === 0 ? '' : join(isInBin ? 'bin' : 'companies', `${id}`);

async function empty(client: Client, tables: string[]): Promise<void> {
  const { rows } = await client.execute("select name from sqlite_master where type = 'table'");
  const names = rows.map(({ name }) => String(name));
  for (const table of tables) if (names.includes(table)) await client.execute(`delete from "${table}"`);
}

const openFile = ({ path = '' }: DatabaseAt): Client =>
  new LocalClient(path, systemLockWait, () => undefined);

async function withClient(
  { open, shared }: Rotation,
  database: DatabaseAt,
  work: (client: Client) => Promise<void>,
): Promise<void> {
  const client = open(database);
  try {
    // Without it SQLite leaves replaced bytes in the file; a server does not let it be set.
    if (!shared) await client.execute('PRAGMA secure_delete = ON');
    await work(client);
    if (!shared) await client.execute('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    client.close();
  }
}

function refuseNothing(where: string): never {
  throw new StartRefused(`${where} contains no installation: there is nothing to rotate.`);
}
