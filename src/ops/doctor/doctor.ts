import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { freeClosedFiles, MAX_CLOSED } from '../../core/db/open-file.ts';
import { lockData } from '../../core/storage/data-lock.ts';
import { failureOf, isEverybodys } from '../backup/backup-failure.ts';
import { openStopped } from '../cluster-move/require-stopped-nodes.ts';
import type { Shared } from '../installation/installation.ts';
import { restoreAdvice } from './check-integrity.ts';
import { examine, type Looking, withDatabase } from './examine.ts';
import { DoctorRefused, type Finding, nameOf, type Source } from './finding.ts';
import { listRemoteSources, listSources, type Sources } from './list-sources.ts';

export type Doctor = {
  dataDir: string;
  shared?: Shared | null | undefined;
  now: Date;
  mends: boolean;
  write(line: string): void;
};

export type Examined = { companies: number; found: number; left: number };

/** Read-only without `mends`. Throws DataInUse if it should mend while a server runs, DoctorRefused. */
export async function examineApp(doctor: Doctor): Promise<Examined> {
  const { dataDir, shared, mends } = doctor;
  const scratch = join(dataDir, 'doctor-scratch');
  const lock = mends ? lockData(dataDir) : undefined;
  try {
    if (!shared) return await examineAll(doctor, await listSources(dataDir, mends));
    if (mends) await openStopped(shared.database);
    mkdirSync(scratch, { recursive: true, mode: 0o700 });
    return await examineAll(doctor, await listRemoteSources(shared, scratch));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
    lock?.release();
  }
}

async function examineAll(
  { dataDir, now, mends, write }: Doctor,
  { known, strays }: Sources,
): Promise<Examined> {
  const looking: Looking = { now, isAlone: mends };
  const examined: Examined = { companies: known.length - 1, found: strays.length, left: strays.length };
  for (const stray of strays) write(lineOf('folder', stray));
  for (const [n, source] of known.entries()) {
    if (n % MAX_CLOSED === 0) await freeClosedFiles();
    const found = (await fetchFault(source)) ?? (await examine(source, looking));
    examined.found += found.length;
    const mended = mends ? await mendSource(dataDir, source, found, looking) : undefined;
    for (const finding of found) write(lineOf(nameOf(source), finding, mended?.has(finding.what) === false));
    if (mended?.copy) write(`${nameOf(source)}: a copy of before lies at ${mended.copy}`);
    examined.left += mended ? mended.left : found.length;
    await source.remote?.drop();
  }
  return examined;
}

async function fetchFault({ id, remote }: Source): Promise<Finding[] | undefined> {
  try {
    await remote?.fetch();
    return undefined;
  } catch (error) {
    const failure = failureOf(error);
    if (isEverybodys(failure)) throw new DoctorRefused(failure.message);
    return [{ what: `${remote?.name} cannot be read (${failure.message})`, todo: restoreAdvice({ id }) }];
  }
}

type Mended = { left: number; copy?: string; has(what: string): boolean };

async function mendSource(
  dataDir: string,
  source: Source,
  found: Finding[],
  looking: Looking,
): Promise<Mended> {
  const mends = found.flatMap(({ mend }) => mend ?? []);
  if (mends.length === 0) return { left: found.length, has: () => true };
  const copy = await copyAside(dataDir, source, looking.now);
  await withDatabase(source, true, async (database) => {
    for (const mend of mends) await mend(database);
  });
  await source.remote?.store();
  const left = await examine(source, looking);
  return { left: left.length, copy, has: (what) => left.some((finding) => finding.what === what) };
}

async function copyAside(dataDir: string, source: Source, now: Date): Promise<string> {
  const folder = join(dataDir, 'before-mending', now.toISOString().replace(/[-:]|\.\d+/g, ''));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  await withDatabase(source, true, (database) => void database.exec('PRAGMA wal_checkpoint(TRUNCATE)'));
  const copy = join(folder, source.id === 0 ? 'platform.db' : `company-${source.id}.db`);
  copyFileSync(source.database, copy);
  return copy;
}

function lineOf(name: string, { what, todo, mend }: Finding, isMended = false): string {
  const advice = todo ?? (mend ? 'stop the desk, and run bun run doctor --mend' : '');
  return `${name}: ${what}. ${isMended ? 'Mended.' : `To do: ${advice}.`}`;
}
