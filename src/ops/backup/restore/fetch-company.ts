import { mkdir, rm, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FetchedCompany, FetchJob } from '../../../modules/backups/restores/restores.schema.ts';
import { READY } from '../../../modules/backups/restores/restores.schema.ts';
import { BackupFailure } from '../backup-failure.ts';
import { readRehearsalIdentity } from '../backup-keys.ts';
import { flushFolder, writeFlushed } from '../backup-store.ts';
import { openStore } from '../make-backup.ts';
import { readMedia } from '../media-list.ts';
import { homeOf } from './company-home.ts';
import { lineOfDamage, requireDamage } from './damage-report.ts';
import { openWork } from './open-restore.ts';
import { fetchFolder, fetchRows } from './restore-company.ts';
import type { Work } from './restore-work.ts';
import { retainRights } from './retain-rights.ts';

const SHOWN = 20;

/** Into `job.folder` while the server runs; changes nothing else. Throws RestoreRefused, BackupFailure. */
export async function fetchCompany(
  job: FetchJob,
  notify: (files: number, of: number) => void,
): Promise<FetchedCompany> {
  const { dataDir, companyId, folder, report } = job;
  const downloads = `${folder}.downloads`;
  await rm(folder, { recursive: true, force: true });
  await mkdir(downloads, { recursive: true, mode: 0o700 });
  const identity = readRehearsalIdentity(dataDir, job.shared?.secret);
  let files = 0;
  let of = 0;
  try {
    const work = await openWork({
      store: await openStore(job, downloads),
      dataDir,
      identities: identity ? [identity] : [],
      companyId,
      keepPairing: false,
      step: async () => undefined,
      fetched: () => notify(++files, of),
    });
    work.source.report.begin(report);
    of = work.manifest.companies.find(({ id }) => id === companyId)?.media.files ?? 0;
    const rows = await fetchRows(work, companyId, folder);
    await requireSpace(work, job);
    notify(files, of);
    await fetchFolder(work, companyId, folder);
    const { open, current } = await homeOf(dataDir, job.shared, companyId);
    await retainRights({ open, current: await current(folder) }, companyId, join(folder, 'company'));
    await rm(join(folder, 'platform.db'), { force: true });
    const { count, first } = work.source.report;
    const fetched: FetchedCompany = {
      run: work.manifest.name,
      madeAt: work.manifest.madeAt,
      rows,
      damage: first.slice(0, SHOWN).map(lineOfDamage),
      damaged: count,
    };
    await writeReady(folder, fetched);
    return fetched;
  } finally {
    await rm(downloads, { recursive: true, force: true });
  }
}

/** The files are counted first, because other processes write to the same disk. */
async function requireSpace(
  { source, manifest }: Work,
  { dataDir, companyId, keepFree: reserveBytes }: FetchJob,
): Promise<void> {
  const part = manifest.companies.find(({ id }) => id === companyId);
  if (!part) return;
  let bytes = part.database.bytes * 2;
  try {
    for await (const { kept: stored } of readMedia(source, part.media)) bytes += stored.bytes;
  } catch (error) {
    requireDamage(error);
  }
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize < bytes + reserveBytes)
    throw new BackupFailure('full', `${dataDir} has no room for company ${companyId}`);
}

/** Written last; marks the folder as complete. */
async function writeReady(folder: string, fetched: FetchedCompany): Promise<void> {
  const bytes = (async function* () {
    yield new TextEncoder().encode(JSON.stringify(fetched));
  })();
  await writeFlushed(join(folder, READY), bytes);
  await flushFolder(folder);
  await flushFolder(dirname(folder));
}
