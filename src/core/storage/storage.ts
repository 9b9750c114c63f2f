import { existsSync, linkSync, mkdirSync, statSync } from 'node:fs';
import { copyFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Clock } from '../clock.ts';
import { AppError, codeOf } from '../errors.ts';
import type { Ids } from '../ids.ts';
import { PLATFORM } from '../scope.ts';
import { isSignature, sign } from '../security/secrets.ts';
import { folderBytes } from './folder-bytes.ts';

export type StoredMedium = { key: string; size: number; modifiedAt: Date };

/** A key is our own name, `202611/<random>.<extension>`: no input of a sender becomes part of a path. */
export type Storage = {
  /** Only with a store for several nodes; the folder is a cache then. */
  shared?: { list(companyId: number): AsyncGenerator<StoredMedium> };
  /** A row may name the key once `keep` has resolved. */
  reserve(companyId: number, extension: string): { key: string; path: string };
  keep(companyId: number, key: string): Promise<void>;
  save(
    companyId: number,
    bytes: Blob | Uint8Array,
    extension: string,
  ): Promise<{ key: string; path: string; size: number }>;
  /** May run in a transaction: the sweep removes the copy of one that fails. Undefined when the bytes are gone. */
  copy(companyId: number, key: string): Promise<{ key: string; size: number } | undefined>;
  adopt(
    companyId: number,
    source: string,
    extension: string,
  ): Promise<{ key: string; path: string; size: number }>;
  /** The path of a local copy, for reading at once. Undefined when it is gone. Throws ERR_NOT_FOUND for a malformed key. */
  open(companyId: number, key: string): Promise<string | undefined>;
  read(companyId: number, key: string): Promise<Uint8Array | undefined>;
  bytesOf(companyId: number): Promise<number>;
  folder(companyId: number): string;
  /** Where a local copy would be. Throws ERR_NOT_FOUND for a malformed key. */
  pathOf(companyId: number, key: string): string;
  remove(companyId: number, key: string): Promise<void>;
  /** Opens the medium without a session for one to two days; the same path all day, so that browsers cache it. */
  signedPath(companyId: number, key: string): string;
  isSigned(companyId: number, key: string, expires: string, signature: string): boolean;
};

const KEY = /^\d{6}\/[\w-]{20,64}\.[a-z0-9]{1,8}$/;
const EXTENSION = /^[a-z0-9]{1,8}$/;
const DAY_MS = 86_400_000;

export const mediaFolder = (dataDir: string, companyId: number): string =>
  companyId === PLATFORM ? join(dataDir, 'media') : join(dataDir, 'companies', String(companyId), 'media');

type StorageDeps = { dataDir: string; clock: Clock; ids: Ids; key: Buffer; link?: typeof linkSync };

/** Copies are hard links, where the file system has them: ext4 allows 65,000 of one file. */
export function createStorage({ link = linkSync, ...deps }: StorageDeps): Storage {
  const root = (companyId: number) => mediaFolder(deps.dataDir, companyId);
  const text = (companyId: number, key: string, expires: string) => `${companyId}/${key}?${expires}`;

  const storage: Storage = {
    reserve(companyId, extension) {
      const month = deps.clock().toISOString().slice(0, 7).replace('-', '');
      const key = `${month}/${deps.ids.token(24)}.${EXTENSION.test(extension) ? extension : 'bin'}`;
      const path = join(root(companyId), key);
      mkdirSync(dirname(path), { recursive: true });
      return { key, path };
    },
    async keep() {},
    async save(companyId, bytes, extension) {
      const target = storage.reserve(companyId, extension);
      const size = await Bun.write(target.path, bytes as Blob);
      return { ...target, size };
    },
    async copy(companyId, key) {
      const path = storage.pathOf(companyId, key);
      const source = statSync(path, { throwIfNoEntry: false });
      if (!source) return undefined;
      const reserve = () => storage.reserve(companyId, key.split('.').at(-1) ?? 'bin');
      const target = reserve();
      try {
        link(path, target.path);
      } catch (error) {
        await copyFile(path, target.path);
        if (codeOf(error) === 'EMLINK') await renew(path, reserve().path);
      }
      return { key: target.key, size: source.size };
    },
    async adopt(companyId, source, extension) {
      const target = storage.reserve(companyId, extension);
      await rename(source, target.path);
      return { ...target, size: (await stat(target.path)).size };
    },
    async open(companyId, key) {
      const path = storage.pathOf(companyId, key);
      return existsSync(path) ? path : undefined;
    },
    async read(companyId, key) {
      const path = await storage.open(companyId, key);
      return path ? Bun.file(path).bytes() : undefined;
    },
    bytesOf: (companyId) => folderBytes(dirname(root(companyId))),
    folder: root,
    pathOf(companyId, key) {
      if (!KEY.test(key)) throw new AppError('ERR_NOT_FOUND');
      return join(root(companyId), key);
    },
    async remove(companyId, key) {
      await rm(storage.pathOf(companyId, key), { force: true });
    },
    signedPath(companyId, key) {
      const expires = String((Math.floor(deps.clock().getTime() / DAY_MS) + 2) * DAY_MS);
      return `/media/${companyId}/${key}?e=${expires}&s=${sign(deps.key, text(companyId, key, expires))}`;
    },
    isSigned(companyId, key, expires, signature) {
      if (!(Number(expires) > deps.clock().getTime())) return false;
      return isSignature(deps.key, text(companyId, key, expires), signature);
    },
  };
  return storage;
}

/** With an inode of its own, of which more copies can be links again. */
async function renew(path: string, draft: string): Promise<void> {
  await copyFile(path, draft);
  await rename(draft, path);
}

export function mediaUrl(
  scope: { companyId: number; origin: string; kernel: { storage: Storage } },
  key: string | null,
): string | null {
  return key ? `${scope.origin}${scope.kernel.storage.signedPath(scope.companyId, key)}` : null;
}

/** For a platform file: anyone who knows its name may open it, signed in or not. */
export function publicUrl(origin: string, key: string | null): string | null {
  return key ? `${origin}/public/${key}` : null;
}
