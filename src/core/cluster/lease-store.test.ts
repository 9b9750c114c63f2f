import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPlatform, type PlatformDatabase } from '../db/platform-database.ts';
import { createLeaseStore, type LeaseStore } from './lease-store.ts';
import { createMemoryStore, memberOf } from './memory-store.test-support.ts';

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
    expect(await store.renew('a', undefined)).toBe(false);
    await store.join(memberOf('a'));
    await store.join(memberOf('b'));
    expect(await store.renew('a', undefined)).toBe(true);
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

    await store.renew('a', undefined);
    expect(await store.expel('a', seen)).toBe(false);
    expect(await store.expel('a', seen + 1)).toBe(true);
    expect(await store.expel('a', seen + 1)).toBe(false);
    expect(await store.renew('a', undefined)).toBe(false);
    expect(await beats('a')).toBeUndefined();
    await store.leave('b');
    expect(await store.listNodes()).toMatchObject([{ id: 'b', isLeaving: true }]);
    await store.join(memberOf('a', 'http://a2'));
    await store.join(memberOf('b'));
    expect((await beats('a')) ?? 0).toBeGreaterThan(seen + 1);
    expect((await store.listNodes()).toSorted((a, b) => a.id.localeCompare(b.id))).toMatchObject([
      { id: 'a', url: 'http://a2', isLeaving: false },
      { id: 'b', isLeaving: false },
    ]);
  });

  test(`places in ${name}: a pin is a change, and only for a known node and a company with an owner`, async () => {
    const store = create();
    await store.join(memberOf('a'));
    expect(await store.pin(7, 'a')).toBe(false);
    await store.assign(7, 0, 'a');
    const [owned] = await store.listOwnersAfter(0);
    expect(await store.pin(7, 'nobody')).toBe(false);
    expect(await store.pin(7, 'a')).toBe(true);
    const pinned = await store.listOwnersAfter(owned?.revision ?? 0);
    expect(pinned).toMatchObject([{ companyId: 7, nodeId: 'a', epoch: 1, pinnedTo: 'a' }]);
    expect(await store.assign(7, 1, 'a')).toBe(true);
    expect(await store.listOwnersAfter(pinned[0]?.revision ?? 0)).toMatchObject([
      { epoch: 2, pinnedTo: 'a' },
    ]);
    expect(await store.pin(7, null)).toBe(true);
  });
}

test('a node with other keys is known, also by the row that a former node left', async () => {
  const store = createLeaseStore(platform, () => new Date('2026-03-10T15:00:00Z'));
  expect(await store.hasOtherSecrets('same')).toBe(false);
  await store.join(memberOf('a'));
  expect([await store.hasOtherSecrets('same'), await store.hasOtherSecrets('other')]).toEqual([false, true]);
});
