import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { lockData } from '../kernel/data-lock.ts';
import { examine, type Looking, withDatabase } from './examine.ts';
import { type Finding, nameOf, type Place } from './finding.ts';
import { placesIn } from './places.ts';

export type Doctor = {
  dataDir: string;
  now: Date;
  mends: boolean;
  say(line: string): void;
};

export type Examined = { companies: number; found: number; left: number };

/**
 * Without `mends` it reads only, beside a running desk. Throws DataInUse for one that should mend while a desk runs,
 * DoctorRefused where there is none.
 */
export async function examineDesk(doctor: Doctor): Promise<Examined> {
  const lock = doctor.mends ? lockData(doctor.dataDir) : undefined;
  try {
    return await examineAll(doctor);
  } finally {
    lock?.release();
  }
}

async function examineAll({ dataDir, now, mends, say }: Doctor): Promise<Examined> {
  const looking: Looking = { now, isAlone: mends };
  const { known, strays } = await placesIn(dataDir, mends);
  const told: Examined = { companies: known.length - 1, found: strays.length, left: strays.length };
  for (const stray of strays) say(lineOf('folder', stray));
  for (const place of known) {
    const found = await examine(place, looking);
    told.found += found.length;
    const mended = mends ? await mendPlace(dataDir, place, found, looking) : undefined;
    for (const finding of found) say(lineOf(nameOf(place), finding, mended?.has(finding.what) === false));
    if (mended?.copy) say(`${nameOf(place)}: a copy of before lies at ${mended.copy}`);
    told.left += mended ? mended.left : found.length;
  }
  return told;
}

type Mended = { left: number; copy?: string; has(what: string): boolean };

/** Behind a copy; then it is looked at once more, and what is still there was not mended. */
async function mendPlace(dataDir: string, place: Place, found: Finding[], looking: Looking): Promise<Mended> {
  const mends = found.flatMap(({ mend }) => mend ?? []);
  if (mends.length === 0) return { left: found.length, has: () => true };
  const copy = await copyAside(dataDir, place, looking.now);
  await withDatabase(place, true, (database) => {
    for (const mend of mends) mend(database);
  });
  const left = await examine(place, looking);
  return { left: left.length, copy, has: (what) => left.some((finding) => finding.what === what) };
}

/** As it is, not as SQLite would write it anew: what is damaged stays to be looked at. */
async function copyAside(dataDir: string, place: Place, now: Date): Promise<string> {
  const folder = join(dataDir, 'before-mending', now.toISOString().replace(/[-:]|\.\d+/g, ''));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  await withDatabase(place, true, (database) => void database.run('PRAGMA wal_checkpoint(TRUNCATE)'));
  const copy = join(folder, place.id === 0 ? 'platform.db' : `company-${place.id}.db`);
  copyFileSync(place.database, copy);
  return copy;
}

function lineOf(name: string, { what, todo, mend }: Finding, isMended = false): string {
  const advice = todo ?? (mend ? 'stop the desk, and run bun run doctor --mend' : '');
  return `${name}: ${what}. ${isMended ? 'Mended.' : `To do: ${advice}.`}`;
}
