import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type S3Server, startS3 } from '@test/support/s3.ts';
import { randomIds } from '../ids.ts';
import { PLATFORM } from '../scope.ts';
import { createMediaBucket, type MediaBucket } from './media-bucket.client.ts';
import { createSharedStorage } from './shared-storage.ts';
import { createStorage, type Storage } from './storage.ts';

const BYTES = new Uint8Array([1, 2, 3]);
const KEY = `202612/${'A'.repeat(32)}.jpg`;

let server: S3Server;
let root: string;
let calls: string[] = [];

beforeAll(async () => {
  server = await startS3();
  root = mkdtempSync(join(tmpdir(), 'balcao-shared-'));
});
afterAll(() => {
  server.stop();
  rmSync(root, { recursive: true, force: true });
});
afterEach(async () => {
  await server.switchTo('well');
  calls = [];
});

const bucketOf = (quietMs = 10_000) => createMediaBucket(server.settings, { quietMs, retryMs: 1 });

function counted(bucket: MediaBucket): MediaBucket {
  return {
    ...bucket,
    fetch(name, path) {
      calls.push(`fetch ${name}`);
      return bucket.fetch(name, path);
    },
    put(name, path) {
      calls.push('put');
      return bucket.put(name, path);
    },
  };
}

function node(name: string, quietMs?: number): Storage {
  const folder = createStorage({
    dataDir: join(root, name),
    clock: () => new Date('2026-12-31T23:59:00Z'),
    ids: randomIds,
    key: Buffer.alloc(32, 7),
  });
  return createSharedStorage(folder, counted(bucketOf(quietMs)));
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    ({ code }) => code,
  );

async function namesIn(prefix: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of bucketOf().list(prefix)) names.push(name);
  return names;
}

describe('a medium', () => {
  test('that one node saved is read by another with an empty folder', async () => {
    const { key } = await node('a').save(3, BYTES, 'jpg');
    const other = node('b');
    expect(existsSync(other.pathOf(3, key))).toBe(false);
    expect(await other.read(3, key)).toEqual(BYTES);
    expect(await other.open(3, key)).toBe(other.pathOf(3, key));
    expect(calls).toEqual(['put', `fetch companies/3/media/${key}`]);
    expect(readdirSync(join(root, 'b/companies/3/media/202612'))).toEqual([key.slice(7)]);
  });

  test('of the platform has its own place', async () => {
    const { key } = await node('a').save(PLATFORM, BYTES, 'png');
    expect(await namesIn('media/')).toContain(`media/${key}`);
    expect(await node('c').read(PLATFORM, key)).toEqual(BYTES);
  });

  test('of another company is never found, and a malformed key is refused', async () => {
    const { key } = await node('a').save(3, BYTES, 'jpg');
    expect(await node('d').open(4, key)).toBeUndefined();
    for (const bad of [
      '../../secrets.json',
      `../../4/media/${key}`,
      `${key}/x`,
      '',
      key.replace('/', '//'),
    ]) {
      const storage = node('d');
      for (const work of [storage.open, storage.read, storage.copy, storage.remove, storage.keep])
        expect(await codeOf((async () => work(3, bad))())).toBe('ERR_NOT_FOUND');
    }
  });

  test('is fetched once for readers at the same moment', async () => {
    const { key } = await node('a').save(3, BYTES, 'jpg');
    calls = [];
    const other = node('e');
    const paths = await Promise.all(Array.from({ length: 20 }, () => other.open(3, key)));
    expect(new Set(paths)).toEqual(new Set([other.pathOf(3, key)]));
    expect(calls).toHaveLength(1);
  });

  test('is gone everywhere once it is removed', async () => {
    const storage = node('a');
    const { key } = await storage.save(3, BYTES, 'jpg');
    await storage.remove(3, key);
    await storage.remove(3, key);
    expect([await storage.open(3, key), await node('f').open(3, key)]).toEqual([undefined, undefined]);
  });

  test('that was written in its place is in the store after keep', async () => {
    const storage = node('a');
    const { key, path } = storage.reserve(3, 'txt');
    await Bun.write(path, BYTES);
    expect(await node('g').open(3, key)).toBeUndefined();
    await storage.keep(3, key);
    expect(await node('g').read(3, key)).toEqual(BYTES);
  });
});

describe('a copy', () => {
  test('is made by the store and has a life of its own', async () => {
    const storage = node('a');
    const { key } = await storage.save(3, BYTES, 'jpg');
    const copy = await storage.copy(3, key);
    await storage.remove(3, key);
    expect(copy?.size).toBe(3);
    expect(await node('h').read(3, copy?.key ?? '')).toEqual(BYTES);
    expect(calls.filter((call) => call === 'put')).toHaveLength(1);
  });

  test('needs no local file', async () => {
    const { key } = await node('a').save(3, BYTES, 'jpg');
    calls = [];
    const other = node('i');
    const copy = await other.copy(3, key);
    expect([copy?.size, calls]).toEqual([3, []]);
    expect(await other.read(3, copy?.key ?? '')).toEqual(BYTES);
    expect(await other.copy(3, KEY)).toBeUndefined();
  });

  test('of a file that only this node has is uploaded', async () => {
    const storage = node('a');
    const { key, path } = storage.reserve(3, 'txt');
    await Bun.write(path, BYTES);
    const copy = await storage.copy(3, key);
    expect(await node('j').read(3, copy?.key ?? '')).toEqual(BYTES);
  });
});

describe('a store that', () => {
  test('fails once is asked again', async () => {
    const storage = node('a');
    await server.switchTo('busy once');
    const { key } = await storage.save(3, BYTES, 'jpg');
    await server.switchTo('busy once');
    expect(await node('k').read(3, key)).toEqual(BYTES);
    await server.switchTo('busy once');
    expect(await storage.copy(3, key)).toMatchObject({ size: 3 });
    await server.switchTo('busy once');
    await storage.remove(3, key);
    expect(await node('k2').open(3, key)).toBeUndefined();
  });

  test.each(['busy', 'dead', 'refuses'])('is %s gives an error, and leaves no file', async (mode) => {
    const storage = node(`l-${mode}`);
    const { key } = await node('a').save(3, BYTES, 'jpg');
    await server.switchTo(mode);
    const works = [storage.save(3, BYTES, 'jpg'), storage.open(3, key), storage.copy(3, key)];
    expect(await Promise.all(works.map(codeOf))).toEqual(['ERR_BUSY', 'ERR_BUSY', 'ERR_BUSY']);
    expect(await codeOf(node('a').copy(3, key))).toBe('ERR_BUSY');
    expect(readdirSync(join(root, `l-${mode}/companies/3/media/202612`))).toEqual([]);
    await server.switchTo('well');
    expect(await storage.read(3, key)).toEqual(BYTES);
  });

  test('does not answer gives an error in time', async () => {
    const { key } = await node('a').save(3, BYTES, 'jpg');
    await server.switchTo('slow');
    const storage = node('m', 50);
    const works = [storage.save(3, BYTES, 'jpg'), storage.open(3, key), storage.copy(3, key)];
    expect(await Promise.all(works.map(codeOf))).toEqual(['ERR_BUSY', 'ERR_BUSY', 'ERR_BUSY']);
    expect(await codeOf(storage.bytesOf(3))).toBe('ERR_BUSY');
  });

  test('is full says so', async () => {
    await server.switchTo('full');
    expect(await codeOf(node('n').save(3, BYTES, 'jpg'))).toBe('ERR_NO_SPACE');
  });

  test('cuts a file off leaves no half of it', async () => {
    const { key } = await node('a').save(3, BYTES, 'jpg');
    await server.switchTo('cuts');
    const storage = node('o');
    expect(await codeOf(storage.open(3, key))).toBe('ERR_BUSY');
    expect(readdirSync(join(root, 'o/companies/3/media/202612'))).toEqual([]);
  });
});

test('a company’s bytes are those of its objects', async () => {
  const storage = node('p');
  expect(await storage.bytesOf(77)).toBe(0);
  for (let n = 0; n < 3; n += 1) await storage.save(77, BYTES, 'jpg');
  expect(await node('q').bytesOf(77)).toBe(9);
  expect(await node('q').bytesOf(7)).toBe(0);
});
