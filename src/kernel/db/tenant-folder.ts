import { randomUUID } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  opendirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { AppError } from '../errors.ts';
import { recoverSnapshot } from './snapshot.ts';

export const databaseIn = (folder: string): string => join(folder, 'company.db');
const mediaIn = (folder: string): string => join(folder, 'media');

/**
 * Makes a new company's folder. `write` puts its database where it is told; under its own name it appears
 * whole or not at all. What lay there belongs to no company that is known: it is set aside, never deleted.
 */
export async function makeTenantFolder(
  folder: string,
  write: (path: string) => Promise<void>,
): Promise<void> {
  if (existsSync(folder)) renameSync(folder, `${folder}.aside-${randomUUID()}`);
  mkdirSync(mediaIn(folder), { recursive: true });
  const path = databaseIn(folder);
  const draft = `${path}.new`;
  await write(draft);
  // SQLite knows files by their inode: what it opens later under the new name would go on with the draft's shared memory,
  // which other processes do not see, and they and we would ruin the file.
  const whole = `${draft}.whole`;
  copyFileSync(draft, whole);
  flush(whole);
  renameSync(whole, path);
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${draft}${suffix}`, { force: true });
  flush(folder);
  flush(dirname(folder));
}

export async function copyTemplate(template: string, path: string): Promise<void> {
  copyFileSync(template, path);
}

/** Throws ERR_COMPANY_DATA_MISSING when there is no database, or nothing in it; none is ever made in its place. */
export function requireDatabase(folder: string): void {
  const path = databaseIn(folder);
  // What a migration that died has left half done is there again afterwards.
  recoverSnapshot(path);
  const isThere = (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;
  if (!isThere) throw missing(`${path} is missing or empty; put it back from a copy`);
}

/**
 * Throws ERR_COMPANY_DATA_MISSING when rows name media and there is no folder of media, or nothing in it: a disk
 * that was not mounted looks like this. Any file in the folder says that somebody knows.
 */
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
