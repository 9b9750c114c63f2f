import { mkdir, readdir, rm, rmdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupJob, BackupResult, StoreJob } from '../../modules/backups/backups.schema.ts';
import { openInstallation } from '../installation/installation.ts';
import { BackupFailure } from './backup-failure.ts';
import { keysToBackUp } from './backup-keys.ts';
import { createFolderStore, type Store } from './backup-store.ts';
import { countLost, describeMissing } from './describe-missing.ts';
import { readKnownObjects } from './known-objects.ts';
import { listRuns, nameOf, partsOf, readCheck, writeCheck } from './manifest.ts';
import { rehearse } from './rehearse.ts';
import { checkRetainedSets, type Missing } from './retained-sets.ts';
import { sweep } from './retention.ts';
import { createS3Store } from './s3-store.client.ts';
import { takeBackup } from './take-backup.ts';

/** Takes, rehearses, proves and sweeps. Throws BackupFailure; earlier backups are then unchanged. */
export async function makeBackup(
  job: BackupJob,
  step: (name: string) => Promise<void>,
): Promise<BackupResult> {
  const { dataDir } = job;
  const now = new Date(job.now);
  const scratch = join(dataDir, 'backup-scratch');
  await rm(scratch, { recursive: true, force: true });
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  const store = await openStore(job, scratch);
  const keys = await keysToBackUp(job);
  const known = await readKnownObjects(store, scratch);
  try {
    const chest = { store, keys, has: known.has, note: known.note, isNew: known.isNew };
    const requireSpace = (bytes: number) => requireFree(dataDir, bytes + job.keepFree);
    const readsOld = !(await wasProvenToday(store, now));
    const before = (await listRuns(store)).findLast(({ isProven }) => isProven)?.name;
    const missing: Missing = { files: new Map(), companies: new Set() };
    const installation = await openInstallation(dataDir, job.shared, scratch);
    const taking = { chest, installation, missing, dataDir, scratch, now, version: job.version };
    const manifest = await takeBackup({ ...taking, step, requireSpace });
    const differences = await rehearse({ chest, scratch, now, readsOld, step }, manifest);
    const sets = await checkRetainedSets({ chest, known, now, readsOld }, manifest, missing);
    const { lost } = before ? await readCheck(store, before) : { lost: {} };
    const parts = partsOf(manifest);
    const sum = (of: (part: (typeof parts)[number]) => number) => parts.reduce((n, part) => n + of(part), 0);
    const result: BackupResult = {
      name: manifest.name,
      companies: manifest.companies.filter(({ isInBin }) => !isInBin).length,
      messages: sum(({ database }) => database.counts.messages ?? 0),
      files: sum(({ media }) => media.files),
      addedBytes: known.addedBytes,
      differences,
      damage: [...describeMissing(missing, sets.nowhere, lost), ...sets.damage],
    };
    if (differences.length > 0) return result;
    await step('before proof');
    await writeCheck(store, manifest.name, { ...result, provenAt: job.now, lost: countLost(sets.nowhere) });
    await step('proof');
    await sweep(chest, known, sets);
    await step('swept');
    return result;
  } finally {
    known.close();
    await rm(scratch, { recursive: true, force: true });
  }
}

async function wasProvenToday(store: Store, now: Date): Promise<boolean> {
  const today = nameOf(now).slice(0, 8);
  return (await listRuns(store)).some(({ name, isProven }) => isProven && name.startsWith(today));
}

export async function openStore({ target, s3, storeQuietMs }: StoreJob, scratch: string): Promise<Store> {
  if (s3) return createS3Store(s3, join(scratch, 'uploads'), { quietMs: storeQuietMs });
  await mkdir(target, { recursive: true, mode: 0o700 });
  const store = createFolderStore(target);
  await dropParts(target, store.list(''));
  await dropEmptyRuns(join(target, 'runs'));
  return store;
}

async function dropParts(target: string, names: AsyncIterable<string>): Promise<void> {
  for await (const name of names) if (name.endsWith('.part')) await rm(join(target, name), { force: true });
}

async function dropEmptyRuns(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => []))
    await rmdir(join(folder, name)).catch(() => undefined);
}

async function requireFree(folder: string, bytes: number): Promise<void> {
  await stat(folder);
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < bytes) throw new BackupFailure('full', `${folder} has no room for a backup`);
}
