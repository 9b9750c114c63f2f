import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPlatform, type PlatformDatabase } from '../db/platform-database.ts';
import { createLeaseStore, type LeaseStore } from './lease-store.ts';
import { createMemoryStore } from './memory-store.test-support.ts';

let dir: string;
let platform: PlatformDatabase;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'balcao-leases-'));
  platform = await openPlatform(dir);
});
afterEach(async () => {
  await platform.close();
  rmSync(dir, { recursive: true });
});

const stores: Record<string, () => LeaseStore> = {
  'the database': () => createLeaseStore(platform, () => new Date('2026-03-10T15:00:00Z')),
  'its double in memory': () => createMemoryStore().reachedBy(() => false),
};

for (const [name, create] of Object.entries(stores)) {
  test(`leases in ${name}: one taker, one epoch, and no renewal after an expulsion`, async () => {
    const store = create();
    expect(await store.renew('a')).toBe(false);
    await store.join({ id: 'a', url: 'http://a' });
    await store.join({ id: 'b', url: 'http://b' });
    expect(await store.renew('a')).toBe(true);
    const beats = async (id: string) => (await store.listNodes()).find((node) => node.id === id)?.beats;
    const seen = (await beats('a')) ?? 0;

    const takers = await Promise.all(['a', 'b', 'a', 'b'].map((id) => store.assign(7, 0, id)));
    expect(takers.filter(Boolean)).toHaveLength(1);
    const [first] = await store.listOwnersAfter(0);
    expect(first).toMatchObject({ companyId: 7, epoch: 1 });
    expect(await store.assign(7, 0, 'b')).toBe(false);
    expect(await store.assign(7, 1, 'b')).toBe(true);
    expect(await store.assign(7, 1, 'a')).toBe(false);
    const [second, ...others] = await store.listOwnersAfter(first?.revision ?? 0);
    expect([second, others]).toMatchObject([{ companyId: 7, nodeId: 'b', epoch: 2 }, []]);
    expect(await store.listOwnersAfter(second?.revision ?? 0)).toEqual([]);

    await store.renew('a');
    expect(await store.expel('a', seen)).toBe(false);
    expect(await store.expel('a', seen + 1)).toBe(true);
    expect(await store.expel('a', seen + 1)).toBe(false);
    expect(await store.renew('a')).toBe(false);
    expect(await beats('a')).toBeUndefined();
    await store.leave('b');
    expect(await store.listNodes()).toMatchObject([{ id: 'b', isLeaving: true }]);
    await store.join({ id: 'a', url: 'http://a2' });
    await store.join({ id: 'b', url: 'http://b' });
    expect((await beats('a')) ?? 0).toBeGreaterThan(seen + 1);
    expect((await store.listNodes()).toSorted((a, b) => a.id.localeCompare(b.id))).toMatchObject([
      { id: 'a', url: 'http://a2', isLeaving: false },
      { id: 'b', isLeaving: false },
    ]);
  });
}
