import { readFileSync } from 'node:fs';

/** A database that is open: two connections with its file and its log each, and the index of the log. */
const FILES_EACH = 5;
/** Of closed databases some are counted still: their files go with the next collection of garbage. */
const UNCOLLECTED = 1.25;
/** For sockets, media, the platform's own database and the libraries. */
const OTHER_FILES = 300;
/** More than work at one moment on a small server; each holds a few MB of pages and statements. */
const MOST_DATABASES = 100;

/** What it takes to keep as many databases open as the desk ever does. */
export const FILES_NEEDED = MOST_DATABASES * FILES_EACH * UNCOLLECTED + OTHER_FILES;

const LIMIT_LINE = 'Max open files';

/** How many files this process may have open; undefined where the system does not tell. */
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

/** How many databases of companies may be open at once under that limit. */
export function mostDatabases(openFiles: number | undefined): number {
  if (openFiles === undefined) return MOST_DATABASES;
  const others = Math.min(OTHER_FILES, openFiles / 2);
  const fitting = Math.floor((openFiles - others) / (FILES_EACH * UNCOLLECTED));
  return Math.max(1, Math.min(MOST_DATABASES, fitting));
}
