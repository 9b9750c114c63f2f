import type { LeaseStore, NodeRow, OwnerRow } from './lease-store.ts';

type Stored = NodeRow & { isExpelled: boolean };

export type MemoryStore = {
  reachedBy(isCut: () => boolean): LeaseStore;
  readonly changes: number;
  owner(companyId: number): OwnerRow | undefined;
  pin: LeaseStore['pin'];
};

export const memberOf = (id: string, url = `http://${id}`) => ({
  id,
  url,
  version: '0.1.0',
  secretsMark: 'same',
});

/** The statements of `createLeaseStore` on maps, for many nodes in one process. */
export function createMemoryStore(): MemoryStore {
  const nodes = new Map<string, Stored>();
  const owners = new Map<number, OwnerRow>();
  let changed: OwnerRow[] = [];
  let revision = 0;

  const store: LeaseStore = {
    async join({ id, url }) {
      const beats = (nodes.get(id)?.beats ?? 0) + 1;
      nodes.set(id, { id, url, beats, isLeaving: false, isExpelled: false });
    },
    async renew(id) {
      const node = nodes.get(id);
      if (!node || node.isExpelled) return false;
      node.beats += 1;
      return true;
    },
    async leave(id) {
      const node = nodes.get(id);
      if (node) node.isLeaving = true;
    },
    listNodes: async () =>
      [...nodes.values()].filter((node) => !node.isExpelled).map((node) => ({ ...node })),
    async expel(id, beats) {
      const node = nodes.get(id);
      if (!node || node.isExpelled || node.beats !== beats) return false;
      node.isExpelled = true;
      return true;
    },
    async listOwnersAfter(known) {
      let from = changed.length;
      while (from > 0 && (changed[from - 1]?.revision ?? 0) > known) from -= 1;
      return changed.slice(from).filter((row) => owners.get(row.companyId) === row);
    },
    async assign(companyId, epoch, nodeId) {
      if ((owners.get(companyId)?.epoch ?? 0) !== epoch) return false;
      revision += 1;
      const pinnedTo = owners.get(companyId)?.pinnedTo ?? null;
      const row = { companyId, nodeId, epoch: epoch + 1, revision, pinnedTo };
      owners.set(companyId, row);
      changed =
        changed.length > 200_000 ? [...owners.values()].sort((a, b) => a.revision - b.revision) : changed;
      changed.push(row);
      return true;
    },
    async pin(companyId, nodeId) {
      const owner = owners.get(companyId);
      if (!owner || (nodeId !== null && !nodes.has(nodeId))) return false;
      revision += 1;
      const row = { ...owner, revision, pinnedTo: nodeId };
      owners.set(companyId, row);
      changed.push(row);
      return true;
    },
    hasOtherSecrets: async () => false,
  };

  return {
    owner: (companyId) => owners.get(companyId),
    pin: store.pin,
    get changes() {
      return revision;
    },
    reachedBy(isCut) {
      const reach = <A extends unknown[], R>(call: (...args: A) => Promise<R>) => {
        return async (...args: A): Promise<R> => {
          if (isCut()) throw new Error('the database is not reached');
          return call(...args);
        };
      };
      return {
        join: reach(store.join),
        renew: reach(store.renew),
        leave: reach(store.leave),
        listNodes: reach(store.listNodes),
        expel: reach(store.expel),
        listOwnersAfter: reach(store.listOwnersAfter),
        assign: reach(store.assign),
        pin: reach(store.pin),
        hasOtherSecrets: reach(store.hasOtherSecrets),
      };
    },
  };
}
