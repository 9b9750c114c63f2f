import type { Ticks } from '../clock.ts';
import { AppError } from '../errors.ts';
import type { Logger } from '../log.ts';
import { createChanges } from './company-changes.ts';
import type { LeaseStore, NewNode, NodeLoad, NodeRow, OwnerRow } from './lease-store.ts';
import { createPlacement, type Placement } from './placement.ts';
import { createSilenceWatch } from './silence-watch.ts';

export const RENEWAL_MS = 5_000;
/** A node stops acting this long after its last successful renewal began. */
const VALID_MS = 10_000;

const TAKEN_AT_ONCE = 20;
const CLAIMED_MS = 30_000;
const RELEASED_AT_ONCE = { serving: 4, leaving: 20 };

export type Holding = {
  /** Called when the company is this node's. Rejects when it cannot be served here yet; it is called again. */
  take(companyId: number, epoch: number): Promise<void>;
  /** Called after `take`, when requests for the company already come here. */
  begin(companyId: number): void;
  /** Resolves when nothing of the company runs here any more and all is written. */
  release(companyId: number): Promise<void>;
  /** The lease was lost: what runs here ends without a word to the database, which would refuse it. */
  drop(companyId: number): void;
};

export type NodeOptions = {
  own: NewNode;
  load?: () => NodeLoad;
  store: LeaseStore;
  listCompanyIds(): Promise<number[]>;
  holding: Holding;
  ticks: Ticks;
  log?: Logger;
};

export type ClusterNode = {
  /** Joins at the first call, and again after the others expelled it. Rejects when the database is not reached. */
  renew(): Promise<void>;
  /** Takes and hands over what changed. To be called every second; the same array of companies counts as unchanged. */
  settle(): Promise<void>;
  leave(): Promise<void>;
  /** Undefined while the company is not served here. */
  epochOf(companyId: number): number | undefined;
  /** Takes a company that no live node owns, wherever its place is. It stays here for a while. */
  claim(companyId: number): Promise<void>;
  /** Takes the company, even from an owner that lives, and keeps it until `work` ends. Throws ERR_NOT_OWNER. */
  withLease<T>(companyId: number, work: (epoch: number) => Promise<T>): Promise<T>;
  holds(companyId: number): boolean;
  /** Undefined while no live node owns the company. */
  urlOf(companyId: number): string | undefined;
  /** Addresses of the other live nodes. */
  listOthers(): string[];
  readonly size: number;
  readonly id: string;
  readonly handOvers: HandOvers;
};

/** Companies since the process began: `lost` ones were taken by others after this node was silent. */
export type HandOvers = { taken: number; released: number; lost: number };

export function createNode({
  own,
  load,
  store,
  listCompanyIds,
  holding,
  ticks,
  log,
}: NodeOptions): ClusterNode {
  const { id } = own;
  const held = new Map<number, number>();
  const taking = new Map<number, Promise<void>>();
  const claimed = new Map<number, number>();
  const retained = new Set<number>();
  const owners = new Map<number, OwnerRow>();
  const expelSilent = createSilenceWatch({ id, store, ticks, log });
  let nodes = new Map<string, NodeRow>();
  let able = new Set<string>();
  let placement: Placement = () => undefined;
  let placementKey = '';
  let revision = 0;
  let isMember = false;
  let isLeaving = false;
  let validUntil = Number.NEGATIVE_INFINITY;
  let settling: Promise<unknown> = Promise.resolve();
  let next: Promise<void> | undefined;
  let settledFor: number[] | undefined;

  const handOvers: HandOvers = { taken: 0, released: 0, lost: 0 };

  const mayAct = () => ticks() < validUntil;

  const inParallel = createChanges({
    mayAct,
    log,
    failed: () => {
      settledFor = undefined;
    },
  });

  function pinOf(companyId: number): string | undefined {
    const pinnedTo = owners.get(companyId)?.pinnedTo ?? '';
    return able.has(pinnedTo) ? pinnedTo : undefined;
  }

  const targetOf = (companyId: number) => pinOf(companyId) ?? placement(companyId);

  function dropAll(): void {
    settledFor = undefined;
    for (const companyId of [...held.keys()]) drop(companyId);
  }

  function drop(companyId: number): void {
    held.delete(companyId);
    handOvers.lost += 1;
    holding.drop(companyId);
  }

  function settle(): Promise<void> {
    if (!mayAct()) dropAll();
    next ??= settling.then(() => {
      next = undefined;
      return settleOnce();
    });
    settling = next.catch(() => undefined);
    return next;
  }

  async function settleOnce(): Promise<void> {
    if (!mayAct()) return;
    await look();
    forgetClaims();
    const companyIds = await listCompanyIds();
    if (companyIds === settledFor) return;
    settledFor = companyIds;
    if (!isLeaving) await takeOwn(companyIds);
    await inParallel(deletedOf(companyIds), RELEASED_AT_ONCE.serving, letGo);
    await handOver();
  }

  async function look(): Promise<void> {
    const [present, changes] = await Promise.all([store.listNodes(), store.listOwnersAfter(revision)]);
    nodes = new Map(present.map((row) => [row.id, row]));
    if (changes.length > 0) settledFor = undefined;
    for (const row of changes) {
      owners.set(row.companyId, row);
      revision = Math.max(revision, row.revision);
      if (held.has(row.companyId) && (row.nodeId !== id || row.epoch !== held.get(row.companyId)))
        drop(row.companyId);
    }
    await expelSilent(nodes);
    const ableIds = [...nodes.values()].filter((node) => !node.isLeaving).map((node) => node.id);
    const key = `${ableIds.toSorted().join(' ')}, ${nodes.size}`;
    if (key === placementKey) return;
    placementKey = key;
    settledFor = undefined;
    able = new Set(ableIds);
    placement = createPlacement(ableIds);
  }

  async function takeOwn(companyIds: number[]): Promise<void> {
    const wanted = companyIds.filter((companyId) => {
      const owner = owners.get(companyId);
      if (held.has(companyId)) return false;
      if (owner?.nodeId === id) return true;
      return (!owner || !nodes.has(owner.nodeId)) && targetOf(companyId) === id;
    });
    await inParallel(wanted, TAKEN_AT_ONCE, takeOne);
  }

  function takeOne(companyId: number): Promise<void> {
    const taken = taking.get(companyId) ?? takeNow(companyId).finally(() => taking.delete(companyId));
    taking.set(companyId, taken);
    return taken;
  }

  async function takeNow(companyId: number): Promise<void> {
    const owner = owners.get(companyId);
    const isHandedOver = owner?.nodeId === id;
    const epoch = owner?.epoch ?? 0;
    if (!isHandedOver && !(await store.assign(companyId, epoch, id))) return;
    const own = isHandedOver ? epoch : epoch + 1;
    settledFor = undefined;
    if (!mayAct()) return;
    await holding.take(companyId, own);
    // Another node may have expelled this one meanwhile.
    if ((owners.get(companyId)?.epoch ?? 0) > own) return holding.drop(companyId);
    held.set(companyId, own);
    handOvers.taken += 1;
    holding.begin(companyId);
  }

  function forgetClaims(): void {
    for (const [companyId, at] of claimed) {
      if (!isLeaving && ticks() - at < CLAIMED_MS) continue;
      claimed.delete(companyId);
      settledFor = undefined;
    }
  }

  /** Without those of the last seconds, which an older list does not hold yet. */
  function deletedOf(companyIds: number[]): number[] {
    const listed = new Set(companyIds);
    return [...held.keys()].filter((companyId) => !listed.has(companyId) && !claimed.has(companyId));
  }

  async function letGo(companyId: number): Promise<void> {
    // First, so that no request begins here any more; after a failure it is taken again.
    held.delete(companyId);
    await holding.release(companyId);
  }

  async function handOver(): Promise<void> {
    const elsewhere = [...held.keys()].filter((companyId) => {
      const target = targetOf(companyId);
      const mayGo = pinOf(companyId) !== undefined || !claimed.has(companyId);
      return target !== undefined && target !== id && mayGo && !retained.has(companyId);
    });
    await inParallel(elsewhere, RELEASED_AT_ONCE[isLeaving ? 'leaving' : 'serving'], handOverOne);
  }

  async function handOverOne(companyId: number): Promise<void> {
    const epoch = held.get(companyId);
    const target = targetOf(companyId);
    if (epoch === undefined || target === undefined) return;
    await letGo(companyId);
    await store.assign(companyId, epoch, target);
    handOvers.released += 1;
  }

  async function seize(companyId: number): Promise<number> {
    for (let tries = 0; tries < 3; tries += 1) {
      await settle();
      const epoch = owners.get(companyId)?.epoch ?? 0;
      if (mayAct() && (await store.assign(companyId, epoch, id))) return epoch + 1;
    }
    throw new AppError('ERR_NOT_OWNER');
  }

  return {
    async renew() {
      const began = ticks();
      const isKnown = isMember && (await store.renew(id, load?.()));
      if (!isKnown) {
        dropAll();
        await store.join(own);
        if (isLeaving) await store.leave(id);
      }
      isMember = true;
      validUntil = Math.max(validUntil, began + VALID_MS);
    },
    settle,
    id,
    handOvers,
    async leave() {
      isLeaving = true;
      await store.leave(id);
      await settle();
    },
    epochOf(companyId) {
      return mayAct() ? held.get(companyId) : undefined;
    },
    async claim(companyId) {
      const owner = owners.get(companyId);
      if (!mayAct() || isLeaving || held.has(companyId) || (owner && nodes.has(owner.nodeId))) return;
      claimed.set(companyId, ticks());
      await takeOne(companyId);
    },
    async withLease(companyId, work) {
      const epoch = await seize(companyId);
      retained.add(companyId);
      return work(epoch).finally(() => {
        retained.delete(companyId);
        settledFor = undefined;
      });
    },
    holds: (companyId) => held.has(companyId) && mayAct(),
    urlOf(companyId) {
      const owner = owners.get(companyId);
      return owner && nodes.get(owner.nodeId)?.url;
    },
    listOthers: () => [...nodes.values()].filter((node) => node.id !== id).map(({ url }) => url),
    get size() {
      return mayAct() ? held.size : 0;
    },
  };
}
