import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync, linkSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomIds } from '../ids.ts';
import { createStorage, mediaUrl, type Storage } from './storage.ts';

const KEY = Buffer.alloc(32, 7);
let dir: string;
let storage: Storage;
const clock = { now: new Date('2026-12-31T23:59:00Z') };

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'balcao-storage-'));
  storage = createStorage({ dataDir: dir, clock: () => clock.now, ids: randomIds, key: KEY });
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

describe('keys', () => {
  test('are generated names in the company’s folder', async () => {
    const { key, path, size } = await storage.save(3, new Uint8Array([1, 2]), 'jpg');
    expect(key).toMatch(/^202612\/[\w-]{32}\.jpg$/);
    expect(path).toBe(join(dir, 'companies/3/media', key));
    expect([size, existsSync(path)]).toEqual([2, true]);
    await storage.remove(3, key);
    await storage.remove(3, key);
    expect(existsSync(path)).toBe(false);
  });

  test('read as undefined for deleted files and other companies', async () => {
    const { key } = await storage.save(3, new Uint8Array([1, 2]), 'ogg');
    expect(await storage.read(3, key)).toEqual(new Uint8Array([1, 2]));
    expect(await storage.read(4, key)).toBeUndefined();
    await storage.remove(3, key);
    expect(await storage.read(3, key)).toBeUndefined();
    await expect(storage.read(3, '../../secrets.json')).rejects.toThrow('ERR_NOT_FOUND');
  });

  test('use .bin for an invalid extension', () => {
    for (const ending of ['../x', 'tar.gz', 'JPG', '', 'a'.repeat(9), 'j\0g', 'ção'])
      expect(storage.reserve(1, ending).key).toMatch(/\.bin$/);
  });

  test('adopting a finished file moves it', async () => {
    const source = join(dir, 'source');
    writeFileSync(source, 'abc');
    const { path, size } = await storage.adopt(1, source, 'txt');
    expect([size, existsSync(source), existsSync(path)]).toEqual([3, false, true]);
  });

  for (const code of ['EMLINK', 'EPERM'])
    test(`a copy has its bytes although the file system refuses a link: ${code}`, async () => {
      let refused = 0;
      const limited = createStorage({
        ...{ dataDir: dir, clock: () => clock.now, ids: randomIds, key: KEY },
        link(from, to) {
          if (code === 'EPERM' || statSync(from).ino === firstInode) {
            refused += 1;
            throw Object.assign(new Error(code), { code });
          }
          linkSync(from, to);
        },
      });
      const { key, path } = await limited.save(3, new Uint8Array([1, 2]), 'pdf');
      const firstInode = statSync(path).ino;
      for (let copies = 0; copies < 3; copies += 1) {
        const copy = await limited.copy(3, key);
        expect(copy?.size).toBe(2);
        expect(await limited.read(3, copy?.key ?? '')).toEqual(new Uint8Array([1, 2]));
      }
      expect(refused).toBe(code === 'EMLINK' ? 1 : 3);
      expect(await limited.read(3, key)).toEqual(new Uint8Array([1, 2]));
    });

  test('invalid keys are rejected', () => {
    const name = 'A'.repeat(24);
    for (const key of [
      `202612/${name}`,
      `2026/${name}.jpg`,
      `202612/../${name}.jpg`,
      `/etc/passwd`,
      `202612/${name}.jpg\0`,
      `202612/${name}.jpg/x`,
      `202612\\${name}.jpg`,
      `202612/${name}.jpg\n`,
    ])
      expect(() => storage.pathOf(1, key)).toThrow('ERR_NOT_FOUND');
  });
});

describe('signatures', () => {
  const key = `202612/${'A'.repeat(32)}.jpg`;
  const parts = (path: string) => {
    const { searchParams } = new URL(path, 'http://x');
    return [searchParams.get('e') ?? '', searchParams.get('s') ?? ''] as const;
  };

  test('are valid for one company and key for one to two days', () => {
    const [expires, signature] = parts(storage.signedPath(1, key));
    expect(storage.isSigned(1, key, expires, signature)).toBe(true);
    expect(storage.isSigned(2, key, expires, signature)).toBe(false);
    expect(storage.isSigned(1, key.replace('A', 'B'), expires, signature)).toBe(false);
    expect(storage.isSigned(1, key, `${Number(expires) + 1}`, signature)).toBe(false);
    for (const bad of ['', 'x', `${signature}x`, signature.slice(1)])
      expect(storage.isSigned(1, key, expires, bad)).toBe(false);
    for (const bad of ['', 'NaN', '-1', '0', 'Infinity', `${expires} `])
      expect(storage.isSigned(1, key, bad, signature)).toBe(false);
    const days = (Number(expires) - clock.now.getTime()) / 86_400_000;
    expect(days).toBeGreaterThan(1);
    expect(days).toBeLessThanOrEqual(2);
    clock.now = new Date(Number(expires));
    expect(storage.isSigned(1, key, expires, signature)).toBe(false);
  });

  test('from another installation are invalid', () => {
    const other = createStorage({
      dataDir: dir,
      clock: () => clock.now,
      ids: randomIds,
      key: Buffer.alloc(32, 8),
    });
    const [expires, signature] = parts(other.signedPath(1, key));
    expect(storage.isSigned(1, key, expires, signature)).toBe(false);
  });

  test('mediaUrl returns null without a key', () => {
    expect(mediaUrl({ companyId: 1, origin: 'http://x', kernel: { storage } }, null)).toBeNull();
    expect(mediaUrl({ companyId: 1, origin: 'http://x', kernel: { storage } }, '')).toBeNull();
    expect(mediaUrl({ companyId: 1, origin: 'http://x', kernel: { storage } }, key)).toStartWith(
      `http://x/media/1/${key}?e=`,
    );
  });
});
