import { existsSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { MEDIA_COLUMNS } from '../kernel/db/media-columns.ts';
import { BackupFailure, failureOf, isEverybodys } from './failure.ts';
import type { Missing } from './kept-sets.ts';
import {
  listRuns,
  type Manifest,
  nameOf,
  type Part,
  partsOf,
  readManifest,
  writeManifest,
} from './manifest.ts';
import { countFiles, keepMedia } from './media-list.ts';
import { missingFiles } from './named-files.ts';
import { type Chest, keepFile } from './objects.ts';
import { lookAt, snapshot, stampOf, withDatabase } from './snapshot.ts';

export type Taking = {
  chest: Chest;
  dataDir: string;
  scratch: string;
  /** Filled with what rows name and the disk no longer has. */
  missing: Missing;
  now: Date;
  version: string;
  step(name: string): Promise<void>;
  /** Throws BackupFailure when so many bytes more would not fit. */
  requireRoom(bytes: number): Promise<void>;
};

type Place = { id: number; isInBin: boolean; database: string; media: string };

/**
 * Companies first: their rows of the platform may run ahead of them, never behind. Whoever appears meanwhile is fetched
 * afterwards.
 */
export async function takeBackup(taking: Taking): Promise<Manifest> {
  const { chest, dataDir, now, version, step } = taking;
  const before = await previous(taking);
  const earlier = new Map(before && partsOf(before).map((part) => [part.id, part]));
  const parts = new Map<number, Part>();
  const take = async (places: Place[]) => {
    for (const place of places) {
      const part = await takePart(taking, place, earlier.get(place.id)).catch((error) =>
        absentUnlessFull(error, place),
      );
      if (part) parts.set(place.id, part);
    }
  };
  await take(await placesIn(dataDir));
  await step('companies');
  const platform = await takePart(
    taking,
    { id: 0, isInBin: false, database: join(dataDir, 'platform.db'), media: join(dataDir, 'media') },
    earlier.get(0),
  );
  if (!platform) throw new BackupFailure('broken', 'platform.db is missing');
  const wanted = companiesIn(join(taking.scratch, '0.db'));
  const places = new Map((await placesIn(dataDir)).map((place) => [place.id, place]));
  const missing = [...wanted].filter((id) => !parts.has(id));
  await take(missing.flatMap((id) => places.get(id) ?? []));
  await rm(join(taking.scratch, '0.db'), { force: true });
  await step('platform');
  const secrets = chest.keys.tag ? await keepFile(chest, join(dataDir, 'secrets.json'), false) : undefined;
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

/** Only a proven one of the same key: behind a failure all is looked at again. */
async function previous({ chest }: Taking): Promise<Manifest | undefined> {
  const last = (await listRuns(chest.store)).at(-1);
  if (!last?.isProven) return undefined;
  const manifest = await readManifest(chest.store, last.name).catch(() => undefined);
  return manifest?.tag === chest.keys.tag ? manifest : undefined;
}

async function takePart(taking: Taking, place: Place, before: Part | undefined): Promise<Part | undefined> {
  const { chest, scratch, step, requireRoom } = taking;
  if (!existsSync(place.database)) return undefined;
  const stamp = stampOf(place.database);
  const isAsBefore = stamp !== null && before?.database.stamp === stamp;
  const isKept = isAsBefore && chest.has(before.database.object) && chest.has(before.media.object);
  if (
    isKept &&
    place.id !== 0 &&
    before.missing === 0 &&
    (await countFiles(place.media)) === before.media.files
  )
    return { ...before, isInBin: place.isInBin };
  const copy = join(scratch, `${place.id}.db`);
  await requireRoom((await stat(place.database)).size * 2);
  snapshot(place.database, copy);
  const looked = lookAt(copy);
  const missing = place.id === 0 ? [] : missingIn(place, copy);
  if (missing.length > 0) taking.missing.files.set(place.id, new Set(missing));
  await step(`snapshot ${place.id}`);
  const kept = await keepFile(chest, copy, true);
  if (!kept) throw new BackupFailure('broken', `${copy} is gone`);
  if (place.id !== 0) await rm(copy, { force: true });
  await step(`database ${place.id}`);
  const media = await keepMedia(chest, place.media, before, scratch);
  await step(`media ${place.id}`);
  return {
    id: place.id,
    isInBin: place.isInBin,
    database: { ...kept, stamp, ...looked },
    media,
    missing: missing.length,
  };
}

/** A row that goes between the two looks takes its file along. */
function missingIn({ database, media }: Place, copy: string): string[] {
  const found = withDatabase(copy, (opened) => [...missingFiles(opened, media, MEDIA_COLUMNS)]);
  if (found.length === 0) return found;
  const still = withDatabase(database, (opened) => new Set(missingFiles(opened, media, MEDIA_COLUMNS)));
  return found.filter((path) => still.has(path));
}

/** One company's trouble is its own. */
function absentUnlessFull(error: unknown, { database }: Place): undefined {
  const failure = failureOf(error);
  if (isEverybodys(failure)) throw failure;
  process.stderr.write(`${database} could not be backed up: ${failure.message}\n`);
  return undefined;
}

async function placesIn(dataDir: string): Promise<Place[]> {
  const inFolder = async (name: 'companies' | 'bin'): Promise<Place[]> => {
    const entries = await readdir(join(dataDir, name)).catch(() => []);
    return entries
      .filter((entry) => /^\d+$/.test(entry))
      .map((entry) => ({
        id: Number(entry),
        isInBin: name === 'bin',
        database: join(dataDir, name, entry, 'company.db'),
        media: join(dataDir, name, entry, 'media'),
      }));
  };
  return [...(await inFolder('companies')), ...(await inFolder('bin'))].sort((a, b) => a.id - b.id);
}

function companiesIn(platform: string): Set<number> {
  return withDatabase(platform, (database) => {
    const rows = database.query<{ id: number }, []>(
      'select id from companies union select company_id from deleted_companies',
    );
    return new Set(rows.all().map(({ id }) => id));
  });
}
