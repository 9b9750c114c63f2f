import type { KnownObjects } from './known-objects.ts';
import { dropAside, listRuns, nameOf, type Run, removeRun } from './manifest.ts';
import type { Chest } from './objects.ts';
import type { RetainedSets } from './retained-sets.ts';
import { dropTombstones } from './tombstones.ts';

const DAY_MS = 86_400_000;
const DAYS = 7;
const WEEKS = 4;
const MONTHS = 6;
const ASIDE_MS = 200 * DAY_MS;

/** All in the newest one's last 24 hours; the newest of 7 days, 4 weeks, 6 months; the last proven one. */
export function retainedRuns(runs: Run[]): Set<string> {
  const newestFirst = runs
    .filter(({ isProven }) => isProven)
    .map(({ name }) => name)
    .sort()
    .reverse();
  const latest = runs
    .map(({ name }) => name)
    .sort()
    .at(-1);
  const retained = new Set<string>(latest ? [latest] : []);
  const [newest] = newestFirst;
  if (newest) for (const name of newestFirst) if (timeOf(newest) - timeOf(name) < DAY_MS) retained.add(name);
  for (const [most, periodOf] of [
    [DAYS, (name: string) => name.slice(0, 8)],
    [WEEKS, weekOf],
    [MONTHS, (name: string) => name.slice(0, 6)],
  ] as const) {
    const periods = new Map<string, string>();
    for (const name of newestFirst) if (!periods.has(periodOf(name))) periods.set(periodOf(name), name);
    for (const name of [...periods.values()].slice(0, most)) retained.add(name);
  }
  return retained;
}

/** When the last existing run is deleted, assuming a proven backup per day from now on; null without runs. */
export function endOfRuns(runs: Run[], now: Date): Date | null {
  const soFar = new Set(runs.map(({ name }) => name));
  let remaining = runs;
  for (let day = new Date(now.getTime() + DAY_MS); soFar.size > 0; day = new Date(day.getTime() + DAY_MS)) {
    remaining = [...remaining, { name: nameOf(day), isProven: true }];
    const names = retainedRuns(remaining);
    remaining = remaining.filter(({ name }) => names.has(name));
    if (!remaining.some(({ name }) => soFar.has(name))) return day;
  }
  return null;
}

/** Deletes expired runs, then unreferenced objects. */
export async function sweep(
  { store }: Chest,
  known: KnownObjects,
  { names, closed }: RetainedSets,
): Promise<void> {
  for (const { name } of await listRuns(store)) if (!names.has(name)) await removeRun(store, name);
  const sorted = [...names].sort();
  await dropTombstones(store, sorted.at(0));
  const newest = sorted.at(-1);
  if (newest) await dropAside(store, nameOf(new Date(timeOf(newest) - ASIDE_MS)));
  for (const object of [...known.unnamed()])
    if (![...closed].some((ending) => object.endsWith(ending))) await store.remove(object);
}

function timeOf(name: string): number {
  return Date.parse(name.replace(/^(....)(..)(..T..)(..)(..)Z$/, '$1-$2-$3:$4:$5Z'));
}

function weekOf(name: string): string {
  const day = timeOf(`${name.slice(0, 8)}T000000Z`);
  const MONDAY = Date.UTC(2001, 0, 1);
  return String(Math.floor((day - MONDAY) / (7 * DAY_MS)));
}
