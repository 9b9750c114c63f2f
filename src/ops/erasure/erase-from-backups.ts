import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type ErasingJob, type Forgotten, planName } from '../../modules/erasures/erasures.schema.ts';
import { type Keys, keysToBackUp } from '../backup/backup-keys.ts';
import { type Store, writeFlushed } from '../backup/backup-store.ts';
import { openStore } from '../backup/make-backup.ts';
import {
  listRuns,
  type Manifest,
  type Part,
  partsOf,
  readManifest,
  type Stored,
  writeManifest,
} from '../backup/manifest.ts';
import { readMedia } from '../backup/media-list.ts';
import { storeFile } from '../backup/objects.ts';
import { endOfRuns } from '../backup/retention.ts';
import { putTombstone } from '../backup/tombstones.ts';

type Job = Extract<ErasingJob, { kind: 'forget' }>;
type Chest = { store: Store; keys: Keys };
type Step = (name: string) => Promise<void>;

/** Tombstone first, so no restore brings data back; then lists, then objects. Repeatable after a kill. */
export async function forget(job: Job, step: Step): Promise<Forgotten> {
  const { dataDir } = job.store;
  const scratch = join(dataDir, 'erase-scratch');
  for (const folder of [scratch, join(dataDir, 'backup-scratch')])
    await rm(folder, { recursive: true, force: true });
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  const plan = join(dataDir, planName(job.tombstone.uuid));
  try {
    const store = await openStore(job.store, scratch);
    const chest = { store, keys: await keysToBackUp(job.store) };
    await putTombstone(store, chest.keys, job.tombstone);
    await step('tombstone');
    const runs = await listRuns(store);
    const gone = await readPlan(plan);
    for (const { name } of runs) await collect(chest, job, name, gone);
    await writePlan(plan, gone);
    await step('plan');
    for (const { name } of runs) await rewrite(chest, job, name, scratch, step);
    for (const { name } of runs) await spareNamed(chest, name, gone);
    await step('before objects');
    for (const object of gone) await store.remove(object);
    await step('objects');
    return { until: endOfRuns(runs, new Date(job.now))?.toISOString() ?? null, removed: gone.size };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function collect(chest: Chest, job: Job, name: string, gone: Set<string>): Promise<void> {
  const manifest = await readManifest(chest.store, name);
  const part = partOf(manifest, job);
  if (!part) return;
  const { kind } = job.tombstone;
  const files = new Set(job.files);
  if (kind === 'company') gone.add(part.database.object).add(part.media.object);
  if (!isReadable(chest, manifest)) return;
  for await (const { path, kept: stored } of readMedia(chest, part.media))
    if (kind === 'company' || files.has(path)) gone.add(stored.object).add(part.media.object);
}

async function rewrite(chest: Chest, job: Job, name: string, scratch: string, step: Step): Promise<void> {
  const manifest = await readManifest(chest.store, name);
  const part = partOf(manifest, job);
  if (!part) return;
  const isWhole = job.tombstone.kind === 'company';
  const changed = isWhole ? null : await withoutFiles(chest, manifest, part, job, scratch);
  if (changed === undefined) return;
  const companies = manifest.companies.flatMap((one) => (one.id === part.id ? (changed ?? []) : one));
  await writeManifest(chest.store, { ...manifest, companies });
  await step(`manifest ${name}`);
}

/** Undefined if it contains none of them. */
async function withoutFiles(
  chest: Chest,
  manifest: Manifest,
  part: Part,
  job: Job,
  scratch: string,
): Promise<Part | undefined> {
  if (job.files.length === 0 || !isReadable(chest, manifest)) return undefined;
  const files = new Set(job.files);
  let left = 0;
  const path = join(scratch, 'media-list');
  await writeFlushed(
    path,
    (async function* () {
      for await (const medium of readMedia(chest, part.media)) {
        if (files.has(medium.path)) left += 1;
        else yield new TextEncoder().encode(`${JSON.stringify(medium)}\n`);
      }
    })(),
  );
  if (left === 0) return undefined;
  return { ...part, media: { ...(await storeList(chest, path)), files: part.media.files - left } };
}

const storeList = async (chest: Chest, path: string): Promise<Stored> =>
  (await storeFile({ ...chest, has: () => false, note: () => undefined }, path, true)) as Stored;

/** Retains content that another company or file also uses. */
async function spareNamed(chest: Chest, name: string, gone: Set<string>): Promise<void> {
  if (gone.size === 0) return;
  const manifest = await readManifest(chest.store, name);
  for (const { database, media } of partsOf(manifest)) {
    gone.delete(database.object);
    gone.delete(media.object);
    if (isReadable(chest, manifest))
      for await (const { kept: stored } of readMedia(chest, media)) gone.delete(stored.object);
  }
}

/** Another key's objects carry that key's mark, and expire in their time. */
const isReadable = ({ keys }: Chest, { tag }: Manifest) => tag === null || tag === keys.tag;

const partOf = ({ companies }: Manifest, { tombstone }: Job) =>
  companies.find(({ id }) => id === tombstone.companyId);

async function readPlan(path: string): Promise<Set<string>> {
  const text = await Bun.file(path)
    .text()
    .catch(() => '[]');
  return new Set(JSON.parse(text) as string[]);
}

async function writePlan(path: string, gone: Set<string>): Promise<void> {
  const bytes = new Blob([JSON.stringify([...gone])]).stream() as ReadableStream<Uint8Array>;
  await writeFlushed(`${path}.part`, bytes as unknown as AsyncIterable<Uint8Array>);
  await rename(`${path}.part`, path);
}
