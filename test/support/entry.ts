import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

const ROOT = join(import.meta.dir, '../..');

export function entryOf(path: string): string {
  const folder = process.env.BUNDLED_PROCESSES;
  if (!folder) return path;
  const bundled = join(folder, relative(ROOT, resolve(ROOT, path)).replace(/\.ts$/, '.js'));
  return existsSync(bundled) ? bundled : path;
}
