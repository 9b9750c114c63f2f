import type { Dirent } from 'node:fs';
import { lstat, opendir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { yieldToLoop } from '../clock.ts';
import { findMediaInUse, findPlatformMedia } from '../db/media-columns.ts';
import { type Kernel, PLATFORM, systemScope } from '../scope.ts';
import type { StoredMedium } from './storage.ts';

const DAY_MS = 86_400_000;
const AT_ONCE = 100;
export const MONTH = /^\d{6}$/;
export const WHOLE = /^([\w-]{20,64}\.[a-z0-9]{1,8})(\.ogg)?$/;
/** Half-written in a crash. Files with other names are not ours and stay. */
export const PART = /^[\w-]{20,64}\.[a-z0-9]{1,8}(\.[\w-]+)?\.part$/;

type Left = { path: string; key: string | null };

/** Deletes only files a day old by both clock and ticks: a changed clock must not delete files in use. */
export function createMediaSweep(kernel: Kernel, listIds: () => Promise<number[]>): () => Promise<void> {
  const startedAt = kernel.clock().getTime();
  const startTicks = kernel.ticks();
  return async () => {
    const steady = startedAt + kernel.ticks() - startTicks;
    const before = Math.min(steady, kernel.clock().getTime()) - DAY_MS;
    const ofCompany = (companyId: number) => async (keys: string[]) =>
      findMediaInUse((await systemScope(kernel, companyId)).db, keys);
    const inUseIn = (companyId: number) =>
      companyId === PLATFORM
        ? (keys: string[]) => findPlatformMedia(kernel.platform.db, keys)
        : ofCompany(companyId);
    for (const companyId of [PLATFORM, ...(await listIds())]) {
      await sweepFolder(kernel, companyId, inUseIn(companyId), before)
        .then(() => sweepStore(kernel, companyId, inUseIn(companyId), before))
        .catch((error) =>
          kernel.log.warn({ err: error, companyId }, 'media that nobody needs could not be swept'),
        );
    }
  };
}

type InUse = (keys: string[]) => Promise<Set<string>>;

async function sweepFolder(
  kernel: Kernel,
  companyId: number,
  findInUse: InUse,
  before: number,
): Promise<void> {
  const folder = kernel.storage.folder(companyId);
  let removed = 0;
  for (const month of await readdir(folder).catch(() => [])) {
    if (!MONTH.test(month)) continue;
    for await (const batch of batchesOf(join(folder, month), month, before)) {
      if (kernel.stopping.aborted) return;
      const inUse = await findInUse(batch.flatMap(({ key }) => key ?? []));
      for (const { path, key } of batch) {
        if (key !== null && inUse.has(key)) continue;
        await rm(path, { force: true });
        removed += 1;
      }
      await yieldToLoop();
    }
  }
  if (removed > 0) kernel.log.info({ companyId, removed }, 'media that nobody needs were swept');
}

/** Only of companies that this node owns: another owner may be writing the rows that name a medium. */
async function sweepStore(
  kernel: Kernel,
  companyId: number,
  findInUse: InUse,
  before: number,
): Promise<void> {
  const { shared } = kernel.storage;
  if (!shared) return;
  let removed = 0;
  let old: string[] = [];
  const sweepOld = async () => {
    const inUse = await findInUse(old);
    for (const key of old) {
      if (inUse.has(key) || kernel.stopping.aborted || !kernel.owns(companyId)) continue;
      await kernel.storage.remove(companyId, key);
      removed += 1;
    }
    old = [];
  };
  for await (const medium of shared.list(companyId)) {
    if (kernel.stopping.aborted || !kernel.owns(companyId)) return;
    if (isOurs(medium) && medium.modifiedAt.getTime() < before) old.push(medium.key);
    if (old.length === AT_ONCE) await sweepOld();
  }
  await sweepOld();
  if (removed > 0)
    kernel.log.info({ companyId, removed }, 'media that nobody needs were removed from the store');
}

function isOurs({ key }: StoredMedium): boolean {
  const [month = '', name = '', ...more] = key.split('/');
  return MONTH.test(month) && WHOLE.test(name) && more.length === 0;
}

async function* batchesOf(folder: string, month: string, before: number): AsyncGenerator<Left[]> {
  let batch: Left[] = [];
  for await (const entry of await opendir(folder)) {
    const left = await judge(folder, month, entry, before);
    if (left) batch.push(left);
    if (batch.length < AT_ONCE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function judge(
  folder: string,
  month: string,
  entry: Dirent,
  before: number,
): Promise<Left | undefined> {
  const whole = WHOLE.exec(entry.name);
  if (!entry.isFile() || !(whole || PART.test(entry.name))) return undefined;
  const path = join(folder, entry.name);
  // A copy is a link: it has the time of its original, and a row only once its transaction is committed.
  const { mtimeMs, ctimeMs } = await lstat(path);
  return Math.max(mtimeMs, ctimeMs) < before ? { path, key: whole && `${month}/${whole[1]}` } : undefined;
}
