import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';

const FILES_EACH = 5;
/** Some closed databases still count: their files close at the next garbage collection. */
const UNCOLLECTED = 1.25;
const OTHER_FILES = 300;
const FEW_DATABASES = 100;
export const FILES_NEEDED = FEW_DATABASES * FILES_EACH * UNCOLLECTED + OTHER_FILES;

const MB = 1024 * 1024;
/** The process itself, its caches and a flood. */
const OTHER_BYTES = 256 * MB;
/** A working company with one number (bench/live-companies.ts). */
const BYTES_EACH = 2 * MB;
/** The part of a machine without a limit for this process: the system, backups and reader processes need memory, too. */
const USABLE_PART = 0.75;

const LIMIT_LINE = 'Max open files';

export function readOpenFilesLimit(path = '/proc/self/limits'): number | undefined {
  try {
    const line = readFileSync(path, 'utf8')
      .split('\n')
      .find((text) => text.startsWith(LIMIT_LINE));
    const soft = Number.parseInt(line?.slice(LIMIT_LINE.length) ?? '', 10);
    return Number.isNaN(soft) ? undefined : soft;
  } catch {
    return undefined;
  }
}

/** Bytes that this process may use: the limit of its control group, or a share of the machine. */
export function readMemoryLimit(): number {
  return Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem() * USABLE_PART);
}

/** How many company databases may be open at once; `openFiles` undefined where there is no limit. */
export function mostDatabases(openFiles: number | undefined, memory: number): number {
  const byMemory = (memory - OTHER_BYTES) / BYTES_EACH;
  const others = Math.min(OTHER_FILES, (openFiles ?? 0) / 2);
  const byFiles =
    openFiles === undefined ? Number.POSITIVE_INFINITY : (openFiles - others) / (FILES_EACH * UNCOLLECTED);
  return Math.max(1, Math.floor(Math.min(byFiles, Math.max(byMemory, FEW_DATABASES))));
}
