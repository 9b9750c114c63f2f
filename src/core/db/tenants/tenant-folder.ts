import { randomUUID } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  opendirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { AppError } from '../../errors.ts';
import { isDiskFull, isLocked } from '../driver/database-errors.ts';
import { recoverSnapshot } from '../migration-backup.ts';

export const databaseIn = (folder: string): string => join(folder, 'company.db');
const mediaIn = (folder: string): string => join(folder, 'media');

/** Above every number that has or had a folder, also one that was set aside. */
export function firstFreeFolder(dataDir: string, from: number): number {
  const names = ['companies', 'bin'].flatMap((name) => {
    const folder = join(dataDir, name);
    return existsSync(folder) ? readdirSync(folder) : [];
  });
  const ids = names.map((name) => Number.parseInt(name, 10)).filter((id) => id > 0);
  return Math.max(from, ...ids.map((id) => id + 1));
}

/** All or nothing. Throws ERR_COMPANY_NUMBER_TAKEN when something already exists there. */
export async function makeTenantFolder(
  folder: string,
  write: (path: string) => Promise<void>,
): Promise<void> {
  mkdirSync(dirname(folder), { recursive: true });
  try {
    mkdirSync(folder);
  } catch (cause) {
    if (!existsSync(folder)) throw cause;
    throw new AppError('ERR_COMPANY_NUMBER_TAKEN', {}, { cause });
  }
  mkdirSync(mediaIn(folder));
  const path = databaseIn(folder);
  const draft = `${path}.new`;
  await write(draft);
  moveDatabase(draft, path);
  flush(folder);
  flush(dirname(folder));
}

/** SQLite identifies files by inode: renamed, it would share the draft's memory and corrupt the file. */
export function moveDatabase(draft: string, path: string): void {
  const whole = `${draft}.whole`;
  copyFileSync(draft, whole);
  flush(whole);
  renameSync(whole, path);
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${draft}${suffix}`, { force: true });
}

export function moveFolder(from: string, to: string): void {
  if (!existsSync(databaseIn(from))) return;
  if (existsSync(to)) renameSync(to, `${to}.aside-${randomUUID()}`);
  mkdirSync(dirname(to), { recursive: true });
  renameSync(from, to);
  flush(dirname(to));
  flush(dirname(from));
}

/** Swaps the folder at `from` in as the company's. Returns where the previous folder is now; nothing is deleted. */
export function swapFolder(dataDir: string, companyId: number, from: string): string[] {
  const folder = join(dataDir, 'companies', String(companyId));
  // After a crash the swap is already done.
  if (!existsSync(from)) return [];
  const aside: string[] = [];
  for (const there of [folder, join(dataDir, 'bin', String(companyId))]) {
    if (!existsSync(there)) continue;
    aside.push(`${there}.aside-${randomUUID()}`);
    renameSync(there, aside.at(-1) ?? '');
  }
  mkdirSync(dirname(folder), { recursive: true, mode: 0o700 });
  renameSync(from, folder);
  flush(dirname(folder));
  return aside;
}

export async function copyTemplate(template: string, path: string): Promise<void> {
  copyFileSync(template, path);
}

/** Throws ERR_COMPANY_DATA_MISSING when the database is missing or empty; it is never created here. */
export function requireDatabase(folder: string): void {
  const path = databaseIn(folder);
  recoverSnapshot(path);
  const isThere = (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;
  if (!isThere) throw missing(`${path} is missing or empty; put it back from a copy`);
}

/** Throws ERR_COMPANY_DATA_MISSING when rows name media but their folder is empty, as on an unmounted disk. */
export async function requireMedia(folder: string, namesMedia: () => Promise<boolean>): Promise<void> {
  const path = mediaIn(folder);
  if (hasEntries(path)) return;
  if (await namesMedia()) {
    throw missing(
      `${path} is missing or empty although messages name files in it; put it back from a copy, or make any file in it to go on without them`,
    );
  }
  mkdirSync(path, { recursive: true });
}

/** Locks and full disks are temporary. What remains is a damaged file, or a schema that no migration upgrades. */
export function asDamaged(error: unknown): never {
  if (error instanceof AppError || isLocked(error) || isDiskFull(error)) throw error;
  throw new AppError('ERR_COMPANY_DATA_DAMAGED', {}, { cause: error });
}

function missing(what: string): AppError {
  return new AppError('ERR_COMPANY_DATA_MISSING', {}, { cause: new Error(what) });
}

function hasEntries(path: string): boolean {
  if (!existsSync(path)) return false;
  const folder = opendirSync(path);
  try {
    return folder.readSync() !== null;
  } finally {
    folder.closeSync();
  }
}

function flush(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
