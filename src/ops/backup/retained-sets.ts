import { failureOf } from './backup-failure.ts';
import type { KnownObjects } from './known-objects.ts';
import {
  listRuns,
  type Manifest,
  noteDamaged,
  type Part,
  partsOf,
  quarantine,
  readDamaged,
  readUndamaged,
  type Stored,
} from './manifest.ts';
import { readMedia } from './media-list.ts';
import { type Chest, checkStored } from './objects.ts';
import { isDue } from './rehearse.ts';
import { retainedRuns } from './retention.ts';

export type Missing = { files: Map<number, Set<string>>; companies: Set<number> };

export type RetainedSets = {
  names: Set<string>;
  closed: Set<string>;
  damage: string[];
  nowhere: Missing;
};

type Checking = { chest: Chest; known: KnownObjects; now: Date; readsOld: boolean };

export const NIGHTS_FOR_OLDER = 14;

export async function checkRetainedSets(
  checking: Checking,
  newest: Manifest,
  missing: Missing,
): Promise<RetainedSets> {
  const { store } = checking.chest;
  const runs = (await listRuns(store)).map((run) =>
    run.name === newest.name ? { ...run, isProven: true } : run,
  );
  const names = retainedRuns(runs);
  const sets: RetainedSets = { names, closed: new Set(), damage: [], nowhere: copyOf(missing) };
  await checkSet(checking, sets, newest, new Set());
  const newestFirst = runs.map(({ name }) => name).reverse();
  for (const name of newestFirst.filter((one) => one !== newest.name && names.has(one))) {
    const manifest = await readOrSetAside(checking, sets, name);
    if (manifest) await checkOlder(checking, sets, manifest);
  }
  for (const name of newestFirst.filter((one) => !names.has(one))) {
    if (isEmpty(sets.nowhere)) break;
    const manifest = await readUndamaged(store, name);
    if (!manifest || !(await hasMissing(checking, sets, manifest))) continue;
    names.add(name);
    await checkOlder(checking, sets, manifest);
  }
  return sets;
}

async function readOrSetAside(
  { chest: { store } }: Checking,
  { names, damage }: RetainedSets,
  name: string,
): Promise<Manifest | undefined> {
  const manifest = await readUndamaged(store, name);
  if (manifest) return manifest;
  await quarantine(store, name);
  names.delete(name);
  damage.push(`the backup ${name} is set aside in damaged/${name}: its manifest is damaged`);
  return undefined;
}

async function checkOlder(checking: Checking, sets: RetainedSets, manifest: Manifest): Promise<void> {
  const { store } = checking.chest;
  const before = await readDamaged(store, manifest.name);
  const lost = new Set<string>();
  const lines = await checkSet(checking, sets, manifest, lost, before);
  if (lost.size === 0) return;
  await noteDamaged(store, manifest.name, [...before, ...lost]);
  sets.damage.push(...lines.map((line) => `the backup ${manifest.name} is damaged: ${line}`));
}

/** `before`: undefined for the newest, which was just rehearsed. */
async function checkSet(
  checking: Checking,
  sets: RetainedSets,
  manifest: Manifest,
  lost: Set<string>,
  before?: Set<string>,
): Promise<string[]> {
  const { chest, known } = checking;
  const isOpen = manifest.tag === null || manifest.tag === chest.keys.tag;
  if (!isOpen) sets.closed.add(`.${manifest.tag}.age`);
  const isNewlyLost = async (check: Stored): Promise<boolean> => {
    const isFirst = known.name(check.object);
    if (!before || !isFirst || before.has(check.object)) return false;
    if (await isWhole(checking, check, isOpen)) return false;
    lost.add(check.object);
    return true;
  };
  const lines: string[] = [];
  for (const part of partsOf(manifest)) {
    sets.nowhere.companies.delete(part.id);
    const wrong: string[] = [];
    if (await isNewlyLost(part.database)) wrong.push('its database');
    if (await isNewlyLost(part.media)) wrong.push('its list of files');
    const isListed = isOpen && !lost.has(part.media.object) && !before?.has(part.media.object);
    const files = isListed ? await checkFiles(checking, sets, part, isNewlyLost) : 0;
    if (files === 'unreadable') {
      lost.add(part.media.object);
      wrong.push('its list of files');
    } else if (files > 0) wrong.push(`${files} files`);
    if (wrong.length > 0) lines.push(`${nameOf(part)}: ${wrong.join(', ')}`);
  }
  if (manifest.secrets && (await isNewlyLost(manifest.secrets))) lines.push('the keys');
  return lines;
}

async function checkFiles(
  { chest, known }: Checking,
  { nowhere }: RetainedSets,
  part: Part,
  isNewlyLost: (check: Stored) => Promise<boolean>,
): Promise<number | 'unreadable'> {
  let wrong = 0;
  try {
    for await (const { path, kept: stored } of readMedia(chest, part.media)) {
      if (await isNewlyLost(stored)) wrong += 1;
      else if (known.has(stored.object)) nowhere.files.get(part.id)?.delete(path);
    }
    return wrong;
  } catch (error) {
    requireUnreadable(error);
    return 'unreadable';
  }
}

async function isWhole(
  { chest, known, now, readsOld }: Checking,
  stored: Stored,
  isOpen: boolean,
): Promise<boolean> {
  if (!known.has(stored.object)) return false;
  if (!isOpen || !readsOld || !isDue(now, stored, NIGHTS_FOR_OLDER)) return true;
  try {
    await checkStored(chest, stored);
    return true;
  } catch (error) {
    requireUnreadable(error);
    return false;
  }
}

async function hasMissing(
  { chest }: Checking,
  { nowhere }: RetainedSets,
  manifest: Manifest,
): Promise<boolean> {
  if (manifest.companies.some(({ id }) => nowhere.companies.has(id))) return true;
  if (manifest.tag !== null && manifest.tag !== chest.keys.tag) return false;
  for (const part of manifest.companies) {
    const wanted = nowhere.files.get(part.id);
    if (!wanted || wanted.size === 0) continue;
    try {
      for await (const { path } of readMedia(chest, part.media)) if (wanted.has(path)) return true;
    } catch (error) {
      requireUnreadable(error);
    }
  }
  return false;
}

function requireUnreadable(error: unknown): void {
  if (failureOf(error).reason !== 'unreadable') throw error;
}

const copyOf = ({ files, companies }: Missing): Missing => ({
  files: new Map([...files].map(([id, paths]) => [id, new Set(paths)])),
  companies: new Set(companies),
});

const isEmpty = ({ files, companies }: Missing) =>
  companies.size === 0 && [...files.values()].every((paths) => paths.size === 0);

const nameOf = ({ id }: Part) => (id === 0 ? 'platform' : `company ${id}`);
