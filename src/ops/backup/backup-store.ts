import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { codeOf } from '../../core/errors.ts';

/** Where backups are stored. Names are ours, with slashes; an object appears with all its bytes or not at all. */
export type Store = {
  put(name: string, bytes: AsyncIterable<Uint8Array>): Promise<number>;
  get(name: string): Promise<ReadableStream<Uint8Array> | undefined>;
  list(prefix: string): AsyncIterable<string>;
  remove(name: string): Promise<void>;
};

const PART = '.part';

export function createFolderStore(root: string): Store {
  const pathOf = (name: string) => join(root, name);
  return {
    async put(name, bytes) {
      const path = pathOf(name);
      await makeFolder(root, dirname(path));
      const part = `${path}${PART}`;
      try {
        const size = await writeFlushed(part, bytes);
        await rename(part, path);
        await flushFolder(dirname(path));
        return size;
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
    async get(name) {
      const isThere = await stat(pathOf(name)).then(
        (found) => found.isFile(),
        () => false,
      );
      return isThere ? streamOf(pathOf(name)) : undefined;
    },
    async *list(prefix) {
      yield* walk(root, pathOf(prefix));
    },
    remove: (name) => rm(pathOf(name), { force: true }),
  };
}

async function* walk(root: string, folder: string): AsyncIterable<string> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(root, path);
    else yield relative(root, path);
  }
}

export function streamOf(path: string): ReadableStream<Uint8Array> {
  return Readable.toWeb(createReadStream(path)) as unknown as ReadableStream<Uint8Array>;
}

/** Readable only by its owner, and synced to disk when this resolves. */
export function writeFlushed(path: string, bytes: AsyncIterable<Uint8Array>): Promise<number> {
  return writeAll(path, bytes, (handle) => handle.sync());
}

export function writeScratch(path: string, bytes: AsyncIterable<Uint8Array>): Promise<number> {
  return writeAll(path, bytes, async () => undefined);
}

async function writeAll(
  path: string,
  bytes: AsyncIterable<Uint8Array>,
  end: (handle: FileHandle) => Promise<void>,
): Promise<number> {
  const handle = await open(path, 'w', 0o600);
  let size = 0;
  try {
    for await (const chunk of bytes) {
      await handle.writeFile(chunk);
      size += chunk.length;
    }
    await end(handle);
  } finally {
    await handle.close();
  }
  return size;
}

export async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync().catch((error) => {
      // Network file systems may not support it.
      if (!['EINVAL', 'ENOTSUP'].includes(codeOf(error))) throw error;
    });
  } finally {
    await handle.close();
  }
}

async function makeFolder(root: string, folder: string): Promise<void> {
  await mkdir(root, { recursive: true, mode: 0o700 });
  await mkdir(folder, { recursive: true, mode: 0o700 });
}
