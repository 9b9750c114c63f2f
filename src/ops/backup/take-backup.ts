import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MEDIA_COLUMNS } from '../../core/db/media-columns.ts';
import { readRows, withDatabase } from '../../core/db/open-file.ts';
import type { DatabaseAt, Installation } from '../installation/installation.ts';
import { BackupFailure, failureOf, isEverybodys } from './backup-failure.ts';
import { inspect } from './database-snapshot.ts';
import {
  listRuns,
  type Manifest,
  nameOf,
  type Part,
  partsOf,
  readManifest,
  writeManifest,
} from './manifest.ts';
import { mediaMonths } from './media-list.ts';
import { type Chest, storeFile } from './objects.ts';
import { missingFiles } from './referenced-files.ts';
import type { Missing } from './retained-sets.ts';

export type Taking = {
  chest: Chest;
  installation: Installation;
  dataDir: string;
  scratch: string;
  missing: Missing;
  now: Date;
  version: string;
  step(name: string): Promise<void>;
  /** Throws BackupFailure when this many more bytes would not fit. */
  requireSpace(bytes: number): Promise<void>;
};

/** Companies first: their platform rows may be newer than them, never older. New companies are fetched afterwards. */
export async function takeBackup(taking: Taking): Promise<Manifest> {
  const { chest, dataDir, installation, now, version, step } = taking;
  const before = await previous(taking);
  const earlier = new Map(before && partsOf(before).map((part) => [part.id, part]));
  const parts = new Map<number, Part>();
  const take = async (sources: DatabaseAt[]) => {
    for (const source of sources) {
      const part = await takePart(taking, source, earlier.get(source.id)).catch((error) =>
        absentUnlessFull(error, source),
      );
      if (part) parts.set(source.id, part);
    }
  };
  await take(await installation.listCompanies());
  await step('companies');
  const platform = await takePart(taking, installation.platform, earlier.get(0));
  if (!platform) throw new BackupFailure('broken', `${installation.platform.name} is missing`);
  const wanted = companiesIn(join(taking.scratch, '0.db'));
  const sources = new Map((await installation.listCompanies()).map((source) => [source.id, source]));
  const missing = [...wanted].filter((id) => !parts.has(id));
  await take(missing.flatMap((id) => sources.get(id) ?? []));
  await rm(join(taking.scratch, '0.db'), { force: true });
  await step('platform');
  const secrets = chest.keys.tag ? await storeFile(chest, join(dataDir, 'secrets.json'), false) : undefined;
  const absent = [...wanted].filter((id) => !parts.has(id));
  for (const id of absent) taking.missing.companies.add(id);
  const manifest: Manifest = {
    format: 1,
    name: nameOf(now),
    madeAt: now.toISOString(),
    version,
    tag: chest.keys.tag,
    secrets: secrets ?? null,
    platform,
    companies: [...parts.values()].filter(({ id }) => wanted.has(id)),
    absent,
  };
  await step('before manifest');
  await writeManifest(chest.store, manifest);
  await step('manifest');
  return manifest;
}

async function previous({ chest }: Taking): Promise<Manifest | undefined> {
  const last = (await listRuns(chest.store)).at(-1);
  if (!last?.isProven) return undefined;
  const manifest = await readManifest(chest.store, last.name).catch(() => undefined);
  return manifest?.tag === chest.keys.tag ? manifest : undefined;
}

async function takePart(
  taking: Taking,
  source: DatabaseAt,
  before: Part | undefined,
): Promise<Part | undefined> {
  const { chest, scratch, step, requireSpace } = taking;
  if (!(await source.isThere())) return undefined;
  const stamp = await source.stamp();
  const isAsBefore = stamp !== null && before?.database.stamp === stamp;
  const isUnchanged = isAsBefore && chest.has(before.database.object) && chest.has(before.media.object);
  if (
    isUnchanged &&
    source.id !== 0 &&
    before.missing === 0 &&
    (await source.media.count()) === before.media.files
  )
    return { ...before, isInBin: source.isInBin };
  const copy = join(scratch, `${source.id}.db`);
  await requireSpace((await source.bytes()) * 2);
  await source.copyTo(copy);
  const inspected = inspect(copy);
  const missing = source.id === 0 ? [] : await missingIn(source, copy);
  if (missing.length > 0) taking.missing.files.set(source.id, new Set(missing));
  await step(`snapshot ${source.id}`);
  const stored = await storeFile(chest, copy, true);
  if (!stored) throw new BackupFailure('broken', `${copy} is gone`);
  if (source.id !== 0) await rm(copy, { force: true });
  await step(`database ${source.id}`);
  const media = await mediaMonths(chest, source.media, before, scratch);
  await step(`media ${source.id}`);
  return {
    id: source.id,
    isInBin: source.isInBin,
    database: { ...stored, stamp, ...inspected },
    media,
    missing: missing.length,
  };
}

/** A row deleted between the two checks takes its file along. */
async function missingIn({ media, namedNow }: DatabaseAt, copy: string): Promise<string[]> {
  const names = await media.names();
  const found = withDatabase(copy, (opened) => [...missingFiles(opened, names, MEDIA_COLUMNS)]);
  if (found.length === 0) return found;
  const still = await namedNow(MEDIA_COLUMNS, found);
  return found.filter((path) => still.has(path));
}

function absentUnlessFull(error: unknown, { name }: DatabaseAt): undefined {
  const failure = failureOf(error);
  if (isEverybodys(failure)) throw failure;
  process.stderr.write(`${name} could not be backed up: ${failure.message}\n`);
  return undefined;
}

function companiesIn(platform: string): Set<number> {
  const sql = 'select id from companies union select company_id from deleted_companies';
  return new Set(readRows<{ id: number }>(platform, sql).map(({ id }) => id));
}
