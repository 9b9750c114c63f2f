import { existsSync } from 'node:fs';
import { mkdir, rm, utimes } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PLATFORM } from '../scope.ts';
import type { MediaBucket } from './media-bucket.client.ts';
import type { Storage, StoredMedium } from './storage.ts';

export const prefixOf = (companyId: number): string =>
  companyId === PLATFORM ? 'media/' : `companies/${companyId}/media/`;

/** Media of all nodes; the folder holds copies of those that this node has used. */
export function createSharedStorage(folder: Storage, bucket: MediaBucket): Storage {
  const fetching = new Map<string, Promise<boolean>>();
  const nameOf = (companyId: number, key: string) => `${prefixOf(companyId)}${key}`;

  function fetchOnce(companyId: number, key: string, path: string): Promise<boolean> {
    const name = nameOf(companyId, key);
    const running = fetching.get(name);
    if (running) return running;
    const begun = mkdir(dirname(path), { recursive: true })
      .then(() => bucket.fetch(name, path))
      .finally(() => fetching.delete(name));
    fetching.set(name, begun);
    return begun;
  }

  async function* list(companyId: number): AsyncGenerator<StoredMedium> {
    const prefix = prefixOf(companyId);
    for await (const { name, size, modifiedAt } of bucket.list(prefix))
      yield { key: name.slice(prefix.length), size, modifiedAt };
  }

  async function keep(companyId: number, key: string): Promise<void> {
    const path = folder.pathOf(companyId, key);
    await bucket.put(nameOf(companyId, key), path).catch(removing(path));
  }

  async function kept<T extends { key: string }>(companyId: number, stored: T): Promise<T> {
    await keep(companyId, stored.key);
    return stored;
  }

  const storage: Storage = {
    ...folder,
    keep,
    save: async (companyId, bytes, extension) =>
      kept(companyId, await folder.save(companyId, bytes, extension)),
    adopt: async (companyId, source, extension) =>
      kept(companyId, await folder.adopt(companyId, source, extension)),
    async copy(companyId, key) {
      const from = nameOf(companyId, key);
      const linked = await folder.copy(companyId, key);
      if (!linked) return copyOf(companyId, from, key);
      const path = folder.pathOf(companyId, linked.key);
      const to = nameOf(companyId, linked.key);
      const isCopied = await bucket.copy(from, to).catch(removing(path));
      if (!isCopied) await keep(companyId, linked.key);
      return linked;
    },
    async open(companyId, key) {
      const path = folder.pathOf(companyId, key);
      if (existsSync(path)) {
        const now = new Date();
        await utimes(path, now, now).catch(() => undefined);
        return path;
      }
      return (await fetchOnce(companyId, key, path)) ? path : undefined;
    },
    async read(companyId, key) {
      const path = await storage.open(companyId, key);
      return path ? Bun.file(path).bytes() : undefined;
    },
    async remove(companyId, key) {
      await folder.remove(companyId, key);
      await bucket.remove(nameOf(companyId, key));
    },
    async bytesOf(companyId) {
      let bytes = 0;
      for await (const { size } of list(companyId)) bytes += size;
      return bytes;
    },
    shared: { list },
  };

  async function copyOf(companyId: number, from: string, key: string) {
    const size = await bucket.sizeOf(from);
    if (size === undefined) return undefined;
    const target = folder.reserve(companyId, key.split('.').at(-1) ?? 'bin');
    return (await bucket.copy(from, nameOf(companyId, target.key))) ? { key: target.key, size } : undefined;
  }

  return storage;
}

const removing = (path: string) => async (error: unknown) => {
  await rm(path, { force: true });
  throw error;
};
