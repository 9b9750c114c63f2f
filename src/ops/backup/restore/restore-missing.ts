import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { MEDIA_COLUMNS } from '../../../core/db/media-columns.ts';
import { withDatabase } from '../../../core/db/open-file.ts';
import { RestoreRefused } from '../backup-failure.ts';
import type { Manifest } from '../manifest.ts';
import { missingFiles } from '../referenced-files.ts';
import { requireDamage } from './damage-report.ts';
import { describeFile } from './describe-file.ts';
import { fetchCopy } from './fetch-copy.ts';
import { mediaIn } from './restore-parts.ts';
import type { Work } from './restore-work.ts';

export async function restoreMissing(work: Work, companyId: number): Promise<number> {
  const { dataDir, source, manifest } = work;
  const folder = join(dataDir, 'companies', String(companyId));
  const database = join(folder, 'company.db');
  if (!existsSync(database))
    throw new RestoreRefused(`${database} is not there: restore the company (--replace).`);
  const media = join(folder, 'media');
  const missing = withDatabase(
    database,
    (opened) =>
      new Set(missingFiles(opened, { has: (path) => existsSync(join(media, path)) }, MEDIA_COLUMNS)),
  );
  const wanted = missing.size;
  const list = join(folder, 'media-list.restoring');
  const takeFrom = async ({ companies }: Manifest) => {
    const part = companies.find(({ id }) => id === companyId);
    if (!part || missing.size === 0) return;
    await fetchCopy(source, part.media, list);
    for await (const { path, kept: stored } of mediaIn(list)) {
      if (!missing.has(path)) continue;
      await mkdir(dirname(join(media, path)), { recursive: true, mode: 0o700 });
      await fetchCopy(source, stored, join(media, path)).then(() => missing.delete(path), requireDamage);
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
  return wanted - missing.size;
}
