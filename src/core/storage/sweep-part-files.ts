import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kernel, PLATFORM } from '../scope.ts';
import { MONTH, PART } from './sweep-media.ts';

/** A file begun shortly before the end of a month ends in the previous month's folder. */
const MONTHS = 2;

/** Deletes half-written files of a killed process, by name alone. Call it before anything is written. */
export async function sweepParts(kernel: Kernel, companyIds: number[]): Promise<void> {
  const startedAt = kernel.clock().getTime();
  let removed = 0;
  for (const companyId of [PLATFORM, ...companyIds]) {
    const folder = kernel.storage.folder(companyId);
    const months = (await readdir(folder).catch(() => [])).filter((name) => MONTH.test(name)).sort();
    for (const month of months.slice(-MONTHS)) {
      for (const name of await readdir(join(folder, month)).catch(() => [])) {
        if (!PART.test(name)) continue;
        removed += await removeOlder(join(folder, month, name), startedAt).catch((error) => {
          kernel.log.warn({ err: error, companyId }, 'a half-written file could not be removed');
          return 0;
        });
      }
    }
  }
  if (removed > 0) kernel.log.info({ removed }, 'half-written files of a stopped process were removed');
}

async function removeOlder(path: string, than: number): Promise<number> {
  const status = await lstat(path);
  if (!status.isFile() || status.mtimeMs > than) return 0;
  await rm(path, { force: true });
  return 1;
}
