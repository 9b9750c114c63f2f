import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

const ROOT = join(import.meta.dir, '../..');

/** What a whole run made of it (`scripts/test-bundle.ts`), or the source itself. */
export function entryOf(path: string): string {
  const folder = process.env.BUNDLED_PROCESSES;
  if (!folder) return path;
  const bundled = join(folder, relative(ROOT, resolve(ROOT, path)).replace(/\.ts$/, '.js'));
  return existsSync(bundled) ? bundled : path;
}
