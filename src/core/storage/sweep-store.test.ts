import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, rmSync, utimesSync } from 'node:fs';
import { quickMessages } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { type S3Server, startS3 } from '@test/support/s3.ts';
import { PLATFORM, type Scope } from '../scope.ts';
import { createMediaBucket } from './media-bucket.client.ts';
import { createSharedStorage } from './shared-storage.ts';
import { createMediaSweep } from './sweep-media.ts';
import { trimCache } from './trim-cache.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const BYTES = new Uint8Array([1, 2, 3]);

let server: S3Server;
let testApp: TestApp;
let scope: Scope;
const away = new Set<number>();
const ages = new Map<string, number>();

beforeAll(async () => {
  server = await startS3();
  testApp = await createTestApp();
  scope = await testApp.systemScope();
  const { kernel } = testApp;
  const bucket = createMediaBucket(server.settings);
  kernel.owns = (companyId) => !away.has(companyId);
  kernel.storage = createSharedStorage(kernel.storage, {
    ...bucket,
    async *list(prefix) {
      for await (const one of bucket.list(prefix)) {
        const age = ages.get(one.name.split('/').slice(-2).join('/')) ?? 0;
        yield { ...one, modifiedAt: new Date(testApp.clock.now.getTime() - age) };
      }
    },
  });
});
afterAll(async () => {
  await testApp.stop();
  server.stop();
});
beforeEach(() => {
  away.clear();
  testApp.disk.freeBytes = 100_000_000_000;
  testApp.clock.advance(5_000);
});

async function stored(ageMs: number, companyId = scope.companyId): Promise<string> {
  const { key } = await testApp.kernel.storage.save(companyId, BYTES, 'png');
  ages.set(key, ageMs);
  return key;
}

async function namesOf(companyId = scope.companyId): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of testApp.kernel.storage.shared?.list(companyId) ?? []) keys.push(key);
  return keys;
}

const sweep = () => createMediaSweep(testApp.kernel, async () => [scope.companyId])();

/** Sets when this node last used its copy. */
function use(key: string, agoMs: number, companyId = scope.companyId): string {
  const path = testApp.kernel.storage.pathOf(companyId, key);
  const at = new Date(testApp.clock.now.getTime() - agoMs);
  utimesSync(path, at, at);
  return path;
}

describe('the sweep of the store', () => {
  test('removes what no row names, after a day', async () => {
    const [named, old, young, logo] = [
      await stored(2 * DAY),
      await stored(2 * DAY),
      await stored(DAY - HOUR),
      await stored(2 * DAY, PLATFORM),
    ];
    await scope.write((tx) => tx.db.insert(quickMessages).values({ shortcode: 'a', mediaPath: named }));
    await sweep();
    const left = await namesOf();
    expect([named, old, young].map((key) => left.includes(key))).toEqual([true, false, true]);
    expect(await namesOf(PLATFORM)).not.toContain(logo);
  });

  test('reads more than one batch', async () => {
    const keys = await Promise.all(Array.from({ length: 130 }, () => stored(2 * DAY)));
    await sweep();
    const left = await namesOf();
    expect(keys.filter((key) => left.includes(key))).toEqual([]);
  });

  test('leaves a company to its owner', async () => {
    const key = await stored(2 * DAY);
    away.add(scope.companyId);
    await sweep();
    expect(await namesOf()).toContain(key);
  });
});

describe('local copies', () => {
  test('beyond the bound go, the least recently used first; none of the last hour', async () => {
    rmSync(testApp.kernel.storage.folder(scope.companyId), { recursive: true, force: true });
    const keys = [await stored(0), await stored(0), await stored(0), await stored(0)];
    const paths = keys.map((key, index) => use(key, (index + 0.5) * HOUR));
    const left = () => paths.map((path) => existsSync(path));
    await trimCache(testApp.kernel);
    expect(left()).toEqual([true, true, true, true]);
    await trimCache(testApp.kernel, { least: 3 * BYTES.length, ofFree: 0 });
    expect(left()).toEqual([true, true, true, false]);
    testApp.disk.freeBytes = 500_000_000;
    testApp.clock.advance(5_000);
    await trimCache(testApp.kernel);
    expect(left()).toEqual([true, false, false, false]);
    for (const key of keys) expect(await testApp.kernel.storage.read(scope.companyId, key)).toEqual(BYTES);
  });

  test('of a company that moved away go after an hour', async () => {
    const [old, young] = [await stored(0), await stored(0)];
    const paths = [use(old, 2 * HOUR), use(young, HOUR / 2)];
    away.add(scope.companyId);
    await trimCache(testApp.kernel);
    expect(paths.map((path) => existsSync(path))).toEqual([false, true]);
  });
});
