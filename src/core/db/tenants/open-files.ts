import { readFileSync } from 'node:fs';

const FILES_EACH = 5;
/** Some closed databases still count: their files close at the next garbage collection. */
const UNCOLLECTED = 1.25;
const OTHER_FILES = 300;
const MOST_DATABASES = 100;

export const FILES_NEEDED = MOST_DATABASES * FILES_EACH * UNCOLLECTED + OTHER_FILES;

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

export function mostDatabases(openFiles: number | undefined): number {
  if (openFiles === undefined) return MOST_DATABASES;
  const others = Math.min(OTHER_FILES, openFiles / 2);
  const fitting = Math.floor((openFiles - others) / (FILES_EACH * UNCOLLECTED));
  return Math.max(1, Math.min(MOST_DATABASES, fitting));
}
