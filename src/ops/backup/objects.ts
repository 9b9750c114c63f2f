import { stat } from 'node:fs/promises';
import { codeOf } from '../../core/errors.ts';
import { BackupFailure, failureOf, isEverybodys } from './backup-failure.ts';
import type { Keys } from './backup-keys.ts';
import { type Store, streamOf, writeFlushed } from './backup-store.ts';
import type { Stored } from './manifest.ts';

export type Chest = {
  store: Store;
  keys: Keys;
  has(name: string): boolean;
  note(name: string, bytes: number): void;
};

const OBJECTS = 'objects/';
const TRIES = 3;

/** Stored once under its SHA-256. Read again if it changes meanwhile; undefined when it is deleted meanwhile. */
export async function storeFile(chest: Chest, path: string, isPacked: boolean): Promise<Stored | undefined> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const sha256 = await hashOf(path);
    if (!sha256) return undefined;
    const object = objectName(sha256, isPacked, chest.keys);
    const bytes = (await stat(path)).size;
    if (chest.has(object)) return { object, sha256, bytes };
    const hash = new Bun.CryptoHasher('sha256');
    const plain = streamOf(path).pipeThrough(hashing(hash));
    const size = await chest.store.put(object, await chest.keys.encrypt(isPacked ? pack(plain) : plain));
    if (hash.digest('hex') === sha256) {
      chest.note(object, size);
      return { object, sha256, bytes };
    }
    await chest.store.remove(object);
  }
  throw new BackupFailure('broken', `${path} does not stop changing`);
}

/** Verified while it is read: throws after the last byte if the content differs. */
export async function* readStored(
  chest: Pick<Chest, 'store' | 'keys'>,
  stored: Stored,
): AsyncIterable<Uint8Array> {
  const encrypted = await chest.store.get(stored.object);
  if (!encrypted) throw new BackupFailure('unreadable', `${stored.object} is missing`);
  const hash = new Bun.CryptoHasher('sha256');
  let bytes = 0;
  try {
    const opened = stored.object.endsWith('.age') ? await chest.keys.open(encrypted) : encrypted;
    for await (const chunk of /\.zst(\.|$)/.test(stored.object) ? unpack(opened) : opened) {
      bytes += chunk.length;
      // Unpacked, a small object may be endless.
      if (bytes > stored.bytes) throw new Error(`more than ${stored.bytes} bytes`);
      hash.update(chunk);
      yield chunk;
    }
  } catch (error) {
    // A temporarily unreachable store must not look like a damaged object.
    if (isEverybodys(failureOf(error))) throw error;
    throw new BackupFailure('unreadable', `${stored.object} cannot be read`, { cause: error });
  }
  if (hash.digest('hex') !== stored.sha256)
    throw new BackupFailure('unreadable', `${stored.object} holds other bytes than were put there`);
}

export async function checkStored(chest: Pick<Chest, 'store' | 'keys'>, stored: Stored): Promise<void> {
  for await (const _chunk of readStored(chest, stored));
}

export async function fetchStored(
  chest: Pick<Chest, 'store' | 'keys'>,
  stored: Stored,
  path: string,
  write = writeFlushed,
): Promise<void> {
  await write(path, readStored(chest, stored));
}

export async function* objectsOf(store: Store, sha256: string): AsyncIterable<string> {
  const folder = `${OBJECTS}${sha256.slice(0, 2)}/`;
  for await (const object of store.list(folder)) if (object.startsWith(folder + sha256)) yield object;
}

/** The name contains packing and key: with another key everything is stored anew. */
function objectName(sha256: string, isPacked: boolean, { tag }: Keys): string {
  return `${OBJECTS}${sha256.slice(0, 2)}/${sha256}${isPacked ? '.zst' : ''}${tag ? `.${tag}.age` : ''}`;
}

async function hashOf(path: string): Promise<string | undefined> {
  const hash = new Bun.CryptoHasher('sha256');
  try {
    for await (const chunk of streamOf(path)) hash.update(chunk);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  return hash.digest('hex');
}

function hashing(hash: Bun.CryptoHasher): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream({
    transform(chunk, controller) {
      hash.update(chunk);
      controller.enqueue(chunk);
    },
  });
}

type Packer = ReadableWritablePair<Uint8Array, Uint8Array>;
const ZSTD = 'zstd' as CompressionFormat;
const pack = (plain: ReadableStream<Uint8Array>) =>
  plain.pipeThrough(new CompressionStream(ZSTD) as unknown as Packer);
const unpack = (packed: ReadableStream<Uint8Array>) =>
  packed.pipeThrough(new DecompressionStream(ZSTD) as unknown as Packer);
