import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { codeOf, StartRefused } from '../errors.ts';

/** Removes other users' access that an older version left. Throws StartRefused for a folder that is not writable. */
export function prepareDataFolder(dataDir: string): void {
  process.umask(0o077);
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    const isFile = existsSync(dataDir) && !statSync(dataDir).isDirectory();
    const reason = isFile ? 'is a file, not a folder' : `cannot be written to (${codeOf(cause)})`;
    throw new StartRefused(`DATA_DIR: ${dataDir} ${reason}. Choose another folder, or change its owner.`);
  }
  if ((statSync(dataDir).mode & 0o077) !== 0) closeToOthers(dataDir);
}

/** The folder itself last: its closed mode proves that everything inside was closed. */
function closeToOthers(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) closeToOthers(path);
    else if (entry.isFile()) chmod(path, 0o600);
  }
  chmod(folder, 0o700);
}

function chmod(path: string, mode: number): void {
  try {
    chmodSync(path, mode);
  } catch (error) {
    if (!['EPERM', 'ENOENT', 'EROFS'].includes(codeOf(error))) throw error;
  }
}

export const UNFINISHED_RESTORE = 'restore.unfinished';

/** Throws StartRefused for databases without keys, or companies without a platform: a new one would hide the loss. */
export function requireWhole(dataDir: string): void {
  if (existsSync(join(dataDir, UNFINISHED_RESTORE)))
    throw new StartRefused(`${dataDir} is half restored: restore it once more, the same way.`);
  const platform = join(dataDir, 'platform.db');
  const secrets = join(dataDir, 'secrets.json');
  const hasPlatform = hasBytes(platform) || existsSync(`${platform}.before`);
  if (hasPlatform && !hasBytes(secrets)) {
    throw new StartRefused(
      `${secrets} is missing or empty, but ${platform} is there: put the file back from a copy, without it nothing encrypted can be read.`,
    );
  }
  if (!hasPlatform && hasCompanies(dataDir)) {
    throw new StartRefused(
      `${platform} is missing or empty, but ${join(dataDir, 'companies')} holds companies: put the file back from a copy.`,
    );
  }
  // Only a missing file is switched to WAL, so an empty one, left by a crashed first start, must go.
  if (!hasPlatform) rmSync(platform, { force: true });
}

function hasCompanies(dataDir: string): boolean {
  const folder = join(dataDir, 'companies');
  if (!existsSync(folder)) return false;
  return readdirSync(folder).some((name) => /^\d+$/.test(name));
}

function hasBytes(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;
}
