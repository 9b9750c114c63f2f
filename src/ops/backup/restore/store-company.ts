import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isDamaged } from '../../../core/db/driver/database-errors.ts';
import { storeDatabase } from '../../../core/db/remote/copy-namespace.ts';
import { raiseEpoch } from '../../../core/db/remote/fence.ts';
import { namespaceOf } from '../../../core/db/tenants/remote-tenants.ts';
import { createMediaBucket } from '../../../core/storage/media-bucket.client.ts';
import { databasesOn } from '../../cluster-move/databases-at.ts';
import { storeMedia } from '../../cluster-move/move-media.ts';
import type { Shared } from '../../installation/installation.ts';
import { installationOn } from '../../installation/on-servers.ts';

/** Media first: a row names only what is in the bucket. */
export async function storeCompany(
  folder: string,
  { database: server, media }: Shared,
  companyId: number,
  epoch?: number,
): Promise<void> {
  await storeMedia({ bucket: createMediaBucket(media), companyId, folder: join(folder, 'media') });
  const path = join(folder, companyId === 0 ? 'platform.db' : 'company.db');
  await storeDatabase(path, { server, name: namespaceOf(companyId) }, epoch);
}

/** A copy in `scratch`. There is none when the namespace is missing or damaged. */
export async function fetchCurrent(shared: Shared, companyId: number, scratch: string): Promise<string> {
  const path = join(scratch, 'current.db');
  const { databaseAt } = installationOn(shared, scratch);
  const { isThere, copyTo } = databaseAt(companyId, false);
  rmSync(path, { force: true });
  if (await isThere())
    await copyTo(path).catch((error) => {
      rmSync(path, { force: true });
      if (!isDamaged(error)) throw error;
    });
  return path;
}

type Replacing = {
  dataDir: string;
  shared: Shared;
  companyId: number;
  folder: string;
  scratch: string;
  epoch?: number;
};

/** Returns where a copy of the previous database is; its media stay in the bucket. */
export async function replaceOnServers(replacing: Replacing): Promise<string[]> {
  const { dataDir, shared, companyId, folder, scratch, epoch } = replacing;
  if (epoch !== undefined) await fenceOff(shared, companyId, epoch);
  const current = await fetchCurrent(shared, companyId, scratch);
  const aside = join(dataDir, 'companies', `${companyId}.aside-${randomUUID()}`);
  const isThere = existsSync(current);
  if (isThere) {
    mkdirSync(aside, { recursive: true, mode: 0o700 });
    renameSync(current, join(aside, 'company.db'));
  }
  await storeCompany(folder, shared, companyId, epoch);
  return isThere ? [aside] : [];
}

/** At once, so that the former owner does not compete with the long transaction. */
async function fenceOff({ database }: Shared, companyId: number, epoch: number): Promise<void> {
  const databases = databasesOn(database);
  if (!(await databases.has(companyId))) return;
  const client = databases.open(companyId);
  await raiseEpoch(client, epoch).finally(() => client.close());
}
