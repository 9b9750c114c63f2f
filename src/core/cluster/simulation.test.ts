import { describe, expect, test } from 'bun:test';
import { createRandom } from '@test/support/random.ts';
import { createMemoryStore, type MemoryStore, memberOf } from './memory-store.test-support.ts';
import { type ClusterNode, createNode, RENEWAL_MS } from './node.ts';
import { createPlacement } from './placement.ts';

const MAX_WITHOUT_OWNER_MS = 30_000;

type Simulated = {
  id: string;
  node: ClusterNode;
  serves: Set<number>;
  isDead: boolean;
  isFrozen: boolean;
  isCut: boolean;
  renewedAt: number;
  /** Ends before a company has been taken, or released. */
  slow?: Promise<void>;
  releasedAtOnce: number;
};

function createCluster(companies: number, seed: number) {
  const store: MemoryStore = createMemoryStore();
  const all = Array.from({ length: companies }, (_, index) => index);
  const nodes: Simulated[] = [];
  const withoutSince = new Map<number, number>(all.map((id) => [id, 0]));
  const { next: random } = createRandom(seed);
  let now = 0;
  let longest = 0;

  function add(id: string): Simulated {
    const serves = new Set<number>();
    const one: Simulated = {
      id,
      serves,
      isDead: false,
      isFrozen: false,
      isCut: false,
      renewedAt: Number.NEGATIVE_INFINITY,
      releasedAtOnce: 0,
      node: createNode({
        own: memberOf(id),
        store: store.reachedBy(() => one.isCut),
        listCompanyIds: async () => all,
        ticks: () => now,
        holding: {
          async take(companyId) {
            await one.slow;
            serves.add(companyId);
          },
          begin: () => undefined,
          async release(companyId) {
            one.releasedAtOnce += 1;
            await one.slow;
            serves.delete(companyId);
          },
          drop: (companyId) => void serves.delete(companyId),
        },
      }),
    };
    nodes.push(one);
    return one;
  }

  async function step(): Promise<void> {
    now += 1_000;
    const acting = nodes.filter((one) => !one.isDead && !one.isFrozen).sort(() => random() - 0.5);
    await Promise.all(
      acting.map(async (one) => {
        if (now - one.renewedAt >= RENEWAL_MS) {
          one.renewedAt = now;
          await one.node.renew().catch(() => undefined);
        }
        await one.node.settle().catch(() => undefined);
      }),
    );
    check();
  }

  function check(): void {
    const served = new Map<number, string>();
    for (const { id, node, serves, isDead, isFrozen } of nodes) {
      if (isDead || isFrozen) continue;
      for (const companyId of serves) {
        if (!node.holds(companyId)) continue;
        const other = served.get(companyId);
        if (other) throw new Error(`${other} and ${id} both serve ${companyId} at ${now}`);
        served.set(companyId, id);
      }
    }
    for (const companyId of all) {
      if (served.has(companyId)) withoutSince.set(companyId, now);
      else longest = Math.max(longest, now - (withoutSince.get(companyId) ?? 0));
    }
  }

  return {
    store,
    nodes,
    add,
    random,
    step,
    async run(seconds: number) {
      for (let second = 0; second < seconds; second += 1) await step();
    },
    get longest() {
      return longest;
    },
    alive: () => nodes.filter((one) => !one.isDead),
  };
}

const moves = (before: string[], after: string[], companies: number): number => {
  const [from, to] = [createPlacement(before), createPlacement(after)];
  return Array.from({ length: companies }).filter((_, id) => from(id) !== to(id)).length;
};

describe('50 nodes and 20,000 companies', () => {
  test('settle, and lose no company for longer than 30 s while nodes die, freeze and are cut off', async () => {
    const cluster = createCluster(20_000, 7);
    for (let index = 0; index < 50; index += 1) cluster.add(`n${index}`);
    await cluster.run(20);
    expect(cluster.nodes.reduce((sum, { node }) => sum + node.size, 0)).toBe(20_000);

    for (let round = 0; round < 8; round += 1) {
      const victims = cluster.alive().sort(() => cluster.random() - 0.5);
      const [killed, frozen, cut] = victims;
      if (!killed || !frozen || !cut) throw new Error('no node is left');
      killed.isDead = true;
      frozen.isFrozen = true;
      cut.isCut = true;
      await cluster.run(10 + Math.floor(cluster.random() * 30));
      cluster.add(`later${round}`);
      frozen.isFrozen = false;
      cut.isCut = false;
      await cluster.run(25);
    }
    expect(cluster.longest).toBeLessThanOrEqual(MAX_WITHOUT_OWNER_MS);
    expect(cluster.alive().reduce((sum, { node }) => sum + node.size, 0)).toBe(20_000);
  });

  test('move at most 1.2 times what a node that comes or goes makes necessary', async () => {
    const cluster = createCluster(20_000, 11);
    const ids = Array.from({ length: 50 }, (_, index) => `n${index}`);
    for (const id of ids) cluster.add(id);
    await cluster.run(20);
    const settled = cluster.store.changes;
    cluster.add('new');
    await cluster.run(30);
    const joined = moves(ids, [...ids, 'new'], 20_000);
    expect(cluster.store.changes - settled).toBeLessThanOrEqual(1.2 * joined);
    const before = cluster.store.changes;
    const [first] = cluster.nodes;
    if (first) first.isDead = true;
    await cluster.run(40);
    const died = moves([...ids, 'new'], [...ids.slice(1), 'new'], 20_000);
    expect(cluster.store.changes - before).toBeLessThanOrEqual(1.2 * died);
    expect(joined).toBeLessThan(20_000 / 30);
    expect(died).toBeLessThan(20_000 / 30);
  });
});

describe('a node', () => {
  test('that leaves has handed everything over, and nobody waits', async () => {
    const cluster = createCluster(300, 3);
    const [one] = [cluster.add('a'), cluster.add('b'), cluster.add('c')];
    await cluster.run(15);
    expect(one.node.size).toBeGreaterThan(60);
    await one.node.leave();
    one.isDead = true;
    expect(one.serves.size).toBe(0);
    await cluster.run(3);
    expect(cluster.alive().reduce((sum, { node }) => sum + node.size, 0)).toBe(300);
    expect(cluster.longest).toBeLessThanOrEqual(16_000);
  });

  test('that leaves releases many companies at once, because the process has seconds', async () => {
    const cluster = createCluster(300, 3);
    const [one] = [cluster.add('a'), cluster.add('b')];
    await cluster.run(15);
    const gate = Promise.withResolvers<void>();
    one.slow = gate.promise;
    const left = one.node.leave();
    await new Promise(setImmediate);
    expect(one.releasedAtOnce).toBe(20);
    gate.resolve();
    await left;
    expect(one.serves.size).toBe(0);
  });

  test('that was expelled while it took a company does not serve it', async () => {
    const cluster = createCluster(1, 6);
    const one = cluster.add('a');
    await one.node.renew();
    const gate = Promise.withResolvers<void>();
    one.slow = gate.promise;
    const claimed = one.node.claim(0);
    one.isFrozen = true;
    const other = cluster.add('b');
    await cluster.run(30);
    expect(other.node.holds(0)).toBe(true);
    one.isFrozen = false;
    await cluster.run(3);
    gate.resolve();
    await claimed;
    expect([one.serves.size, one.node.holds(0), other.node.holds(0)]).toEqual([0, false, true]);
  });

  test('that is alone serves everything, also after it was frozen for a minute', async () => {
    const cluster = createCluster(50, 5);
    const one = cluster.add('a');
    await cluster.run(3);
    one.isFrozen = true;
    await cluster.run(60);
    one.isFrozen = false;
    expect(one.node.epochOf(1)).toBeUndefined();
    expect(one.node.size).toBe(0);
    await cluster.run(7);
    expect(one.node.size).toBe(50);
  });

  test('that is cut from the database stops acting before others take over', async () => {
    const cluster = createCluster(200, 9);
    const [one, other] = [cluster.add('a'), cluster.add('b')];
    await cluster.run(15);
    const share = one.node.size;
    one.isCut = true;
    await cluster.run(11);
    expect([one.node.size, one.serves.size]).toEqual([0, 0]);
    await cluster.run(12);
    expect(other.node.size).toBe(200);
    one.isCut = false;
    await cluster.run(12);
    expect([one.node.size, other.node.size]).toEqual([share, 200 - share]);
  });

  test('has the companies pinned to it for as long as it lives', async () => {
    const cluster = createCluster(40, 4);
    const [one, other] = [cluster.add('a'), cluster.add('b')];
    await cluster.run(15);
    const companyId = [...one.serves][0] ?? -1;
    expect(await cluster.store.pin(companyId, 'nobody')).toBe(false);
    expect(await cluster.store.pin(companyId, 'b')).toBe(true);
    await cluster.run(3);
    expect([one, other].map(({ node }) => node.holds(companyId))).toEqual([false, true]);
    other.isDead = true;
    await cluster.run(30);
    expect(one.node.holds(companyId)).toBe(true);
    const third = cluster.add('b2');
    await cluster.run(5);
    await cluster.store.pin(companyId, 'b2');
    await cluster.run(3);
    expect(third.node.holds(companyId)).toBe(true);
    await cluster.store.pin(companyId, null);
    await cluster.run(3);
    expect(third.node.holds(companyId)).toBe(createPlacement(['a', 'b2'])(companyId) === 'b2');
  });

  test('knows where to send a request', async () => {
    const cluster = createCluster(40, 2);
    const nodes = [cluster.add('a'), cluster.add('b')];
    await cluster.run(15);
    for (let companyId = 0; companyId < 40; companyId += 1) {
      const owner = nodes.find(({ node }) => node.holds(companyId));
      expect(nodes.map(({ node }) => node.urlOf(companyId))).toEqual([
        `http://${owner?.id}`,
        `http://${owner?.id}`,
      ]);
    }
  });
});
