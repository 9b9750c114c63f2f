import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { MEDIA_COLUMNS } from '../../../core/db/media-columns.ts';
import { withDatabase } from '../../../core/db/open-file.ts';
import { mediaIn } from '../../installation/in-folder.ts';
import type { Shared } from '../../installation/installation.ts';
import { RestoreRefused } from '../backup-failure.ts';
import type { Manifest } from '../manifest.ts';
import { missingFiles } from '../referenced-files.ts';
import { requireDamage } from './damage-report.ts';
import { describeFile } from './describe-file.ts';
import { fetchCopy } from './fetch-copy.ts';
import { mediaIn as listedIn } from './restore-parts.ts';
import type { Work } from './restore-work.ts';

export async function restoreMissing(work: Work, companyId: number): Promise<number> {
  const { dataDir, shared, source, manifest } = work;
  const current = shared ? await currentOnServers(dataDir, shared, companyId) : currentIn(dataDir, companyId);
  const { database } = current;
  if (!existsSync(database))
    throw new RestoreRefused(`${database} is not there: restore the company (--replace).`);
  const names = await current.names();
  const missing = withDatabase(database, (opened) => new Set(missingFiles(opened, names, MEDIA_COLUMNS)));
  const wanted = missing.size;
  const list = join(current.folder, 'media-list.restoring');
  const takeFrom = async ({ companies }: Manifest) => {
    const part = companies.find(({ id }) => id === companyId);
    if (!part || missing.size === 0) return;
    await fetchCopy(source, part.media, list);
    for await (const { path, kept: stored } of listedIn(list)) {
      if (!missing.has(path)) continue;
      const to = join(current.folder, 'media', path);
      await mkdir(dirname(to), { recursive: true, mode: 0o700 });
      const part = `${to}.part`;
      const isFetched = await fetchCopy(source, stored, part).then(() => true, requireDamage);
      if (!isFetched) continue;
      await rename(part, to);
      await current.keep(path, to);
      missing.delete(path);
    }
  };
  await takeFrom(manifest).catch(requireDamage);
  for await (const other of source.others()) await takeFrom(other).catch(requireDamage);
  await rm(list, { force: true });
  for (const path of missing)
    source.report.add({
      ...{ companyId, company: source.nameOf(companyId), file: path, what: 'in no backup' },
      conversation: describeFile(database, path)?.conversation ?? null,
    });
  if (shared) await rm(current.folder, { recursive: true, force: true });
  return wanted - missing.size;
}

type Current = {
  folder: string;
  database: string;
  names(): Promise<{ has(path: string): boolean }>;
  keep(path: string, local: string): Promise<void>;
};

function currentIn(dataDir: string, companyId: number): Current {
  const folder = join(dataDir, 'companies', String(companyId));
  const { names } = mediaIn(join(folder, 'media'));
  return { folder, database: join(folder, 'company.db'), names, keep: async () => undefined };
}

async function currentOnServers(dataDir: string, shared: Shared, companyId: number): Promise<Current> {
  const { installationOn } = await import('../../installation/on-servers.ts');
  const { createMediaBucket } = await import('../../../core/storage/media-bucket.client.ts');
  const { prefixOf } = await import('../../../core/storage/shared-storage.ts');
  const folder = join(dataDir, 'restore-scratch');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { isThere, copyTo, media } = installationOn(shared, folder).databaseAt(companyId, false);
  const database = join(folder, 'company.db');
  await rm(database, { force: true });
  if (await isThere()) await copyTo(database);
  const bucket = createMediaBucket(shared.media);
  const keep = (path: string, local: string) => bucket.put(`${prefixOf(companyId)}${path}`, local);
  return { folder, database, names: media.names, keep };
}
