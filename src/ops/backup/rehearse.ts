import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { failureOf } from './backup-failure.ts';
import { writeScratch } from './backup-store.ts';
import { faultsOf, inspect } from './database-snapshot.ts';
import { type Manifest, type Part, partsOf, type Stored } from './manifest.ts';
import { readMedia } from './media-list.ts';
import { type Chest, checkStored, fetchStored } from './objects.ts';

type Rehearsing = {
  chest: Chest & { isNew(name: string): boolean };
  scratch: string;
  now: Date;
  readsOld: boolean;
  step(name: string): Promise<void>;
};

/** Reads one seventh of what earlier nights proved, so that each is read again every week. */
const NIGHTS = 7;

export async function rehearse(rehearsing: Rehearsing, manifest: Manifest): Promise<string[]> {
  const differences: string[] = [];
  for (const part of partsOf(manifest)) {
    differences.push(...(await rehearseDatabase(rehearsing, part)));
    differences.push(...(await rehearseMedia(rehearsing, part)));
    await rehearsing.step(`rehearsed ${part.id}`);
  }
  if (manifest.secrets) differences.push(...(await attempt(rehearsing, manifest.secrets, checkStored)));
  return differences;
}

async function rehearseDatabase(rehearsing: Rehearsing, { id, database }: Part): Promise<string[]> {
  if (!isWanted(rehearsing, database)) return [];
  const copy = join(rehearsing.scratch, `rehearsed-${id}.db`);
  try {
    const unread = await attempt(rehearsing, database, (chest, stored) =>
      fetchStored(chest, stored, copy, writeScratch),
    );
    if (unread.length > 0) return unread;
    const faults = faultsOf(copy).map((fault) => `${nameOf(id)}: ${fault}`);
    const { counts, migrations } = inspect(copy);
    const tables = new Set([...Object.keys(counts), ...Object.keys(database.counts)]);
    const miscounted = [...tables]
      .filter((table) => counts[table] !== database.counts[table])
      .map((table) => `${nameOf(id)}: ${table} ${counts[table]}, not ${database.counts[table]}`);
    const isOld = migrations !== database.migrations ? [`${nameOf(id)}: another version`] : [];
    return [...faults, ...miscounted, ...isOld];
  } finally {
    for (const suffix of ['', '-wal', '-shm']) await rm(`${copy}${suffix}`, { force: true });
  }
}

async function rehearseMedia(rehearsing: Rehearsing, { media }: Part): Promise<string[]> {
  const differences: string[] = [];
  const unread = await attempt(rehearsing, media, async (chest, list) => {
    for await (const { kept: stored } of readMedia(chest, list))
      if (isWanted(rehearsing, stored)) differences.push(...(await attempt(rehearsing, stored, checkStored)));
  });
  return [...unread, ...differences];
}

function isWanted({ chest, now, readsOld }: Rehearsing, stored: Stored): boolean {
  return chest.isNew(stored.object) || (readsOld && isDue(now, stored, NIGHTS));
}

export function isDue(now: Date, { sha256 }: Stored, nights: number): boolean {
  return Number.parseInt(sha256.slice(0, 6), 16) % nights === Math.floor(now.getTime() / 86_400_000) % nights;
}

async function attempt(
  { chest }: Rehearsing,
  stored: Stored,
  work: (chest: Chest, stored: Stored) => Promise<void>,
): Promise<string[]> {
  try {
    await work(chest, stored);
    return [];
  } catch (error) {
    const failure = failureOf(error);
    if (failure.reason !== 'unreadable') throw failure;
    await chest.store.remove(stored.object);
    return [failure.message];
  }
}

const nameOf = (id: number) => (id === 0 ? 'platform' : `company ${id}`);
