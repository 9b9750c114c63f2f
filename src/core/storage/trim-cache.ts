import type { Dirent } from 'node:fs';
import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { yieldToLoop } from '../clock.ts';
import { type Kernel, PLATFORM } from '../scope.ts';
import { MONTH, WHOLE } from './sweep-media.ts';

const HOUR_MS = 3_600_000;
const BOUND = { least: 2 * 1024 ** 3, ofFree: 0.1 };

type Cached = { path: string; size: number; usedAt: number };

/** Where the folder is a cache. The store has every file, so a company that has moved away leaves none here. */
export async function trimCache(kernel: Kernel, { least, ofFree } = BOUND): Promise<void> {
  if (!kernel.storage.shared) return;
  const before = kernel.clock().getTime() - HOUR_MS;
  const { level, freeBytes } = await kernel.space.check();
  let most = level === 'enough' ? Math.max(least, ofFree * freeBytes) : 0;
  const all: Cached[] = [];
  let removed = 0;
  const remove = async ({ path }: Cached) => {
    await rm(path, { force: true });
    removed += 1;
  };
  for (const companyId of await companiesIn(kernel)) {
    const isHere = companyId === PLATFORM || kernel.owns(companyId);
    for await (const file of filesIn(kernel.storage.folder(companyId))) {
      if (isHere) all.push(file);
      else if (file.usedAt < before) await remove(file);
    }
  }
  all.sort((one, other) => other.usedAt - one.usedAt);
  for (const [index, file] of all.entries()) {
    if (kernel.stopping.aborted) break;
    if (index % 200 === 199) await yieldToLoop();
    most -= file.size;
    if (most < 0 && file.usedAt < before) await remove(file);
  }
  if (removed > 0) kernel.log.info({ removed }, 'local copies of media were removed');
}

async function companiesIn({ config }: Kernel): Promise<number[]> {
  const names = await readdir(join(config.dataDir, 'companies')).catch(() => []);
  return [PLATFORM, ...names.filter((name) => /^\d+$/.test(name)).map(Number)];
}

async function* filesIn(folder: string): AsyncGenerator<Cached> {
  for (const month of await readdir(folder).catch(() => [])) {
    if (!MONTH.test(month)) continue;
    const entries: Dirent[] = await readdir(join(folder, month), { withFileTypes: true });
    for (const entry of entries) {
      if (!entry.isFile() || !WHOLE.test(entry.name)) continue;
      const path = join(folder, month, entry.name);
      const status = await lstat(path).catch(() => undefined);
      if (status) yield { path, size: status.size, usedAt: status.mtimeMs };
    }
  }
}
