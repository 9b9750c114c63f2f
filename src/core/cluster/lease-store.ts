import { companyOwners, nodes } from '@db/platform/schema/index.ts';
import { and, eq, exists, gt, isNull, notInArray, sql } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import type { PlatformDatabase } from '../db/platform-database.ts';

export type NodeRow = { id: string; url: string; beats: number; isLeaving: boolean };
export type OwnerRow = {
  companyId: number;
  nodeId: string;
  epoch: number;
  revision: number;
  pinnedTo: string | null;
};
export type NewNode = { id: string; url: string; version: string; secretsMark: string };
export type NodeLoad = { processor: number; memoryBytes: number; loopDelayMs: number };

/** Each call is one statement, which the database carries out whole or not at all. */
export type LeaseStore = {
  join(node: NewNode): Promise<void>;
  renew(nodeId: string, load: NodeLoad | undefined): Promise<boolean>;
  leave(nodeId: string): Promise<void>;
  listNodes(): Promise<NodeRow[]>;
  /** False when it renewed, so that its `beats` are others. */
  expel(nodeId: string, beats: number): Promise<boolean>;
  listOwnersAfter(revision: number): Promise<OwnerRow[]>;
  /** With the next epoch. False when another change was first; `epoch` is 0 for a company without an owner. */
  assign(companyId: number, epoch: number, nodeId: string): Promise<boolean>;
  /** Null leaves the place to chance again. False for a company without an owner, or an unknown node. */
  pin(companyId: number, nodeId: string | null): Promise<boolean>;
  /** Whether a node, even a former one, has other keys. */
  hasOtherSecrets(mark: string): Promise<boolean>;
};

export function createLeaseStore({ db }: Pick<PlatformDatabase, 'db'>, clock: Clock): LeaseStore {
  const nextRevision = sql<number>`(SELECT coalesce(max(revision), 0) + 1 FROM company_owners)`;
  return {
    async join({ id, ...own }) {
      const fresh = { ...own, isLeaving: false, expelledAt: null, startedAt: clock() };
      await db
        .insert(nodes)
        .values({ id, ...fresh })
        .onConflictDoUpdate({ target: nodes.id, set: { ...fresh, beats: sql`${nodes.beats} + 1` } });
    },
    async renew(nodeId, load) {
      const rows = await db
        .update(nodes)
        .set({ ...load, beats: sql`${nodes.beats} + 1` })
        .where(and(eq(nodes.id, nodeId), isNull(nodes.expelledAt)))
        .returning({ id: nodes.id });
      return rows.length > 0;
    },
    async leave(nodeId) {
      await db.update(nodes).set({ isLeaving: true }).where(eq(nodes.id, nodeId));
    },
    listNodes: () =>
      db
        .select({ id: nodes.id, url: nodes.url, beats: nodes.beats, isLeaving: nodes.isLeaving })
        .from(nodes)
        .where(isNull(nodes.expelledAt)),
    async expel(nodeId, beats) {
      const rows = await db
        .update(nodes)
        .set({ expelledAt: clock() })
        .where(and(eq(nodes.id, nodeId), eq(nodes.beats, beats), isNull(nodes.expelledAt)))
        .returning({ id: nodes.id });
      return rows.length > 0;
    },
    listOwnersAfter: (revision) =>
      db
        .select({
          companyId: companyOwners.companyId,
          nodeId: companyOwners.nodeId,
          epoch: companyOwners.epoch,
          revision: companyOwners.revision,
          pinnedTo: companyOwners.pinnedTo,
        })
        .from(companyOwners)
        .where(gt(companyOwners.revision, revision))
        .orderBy(companyOwners.revision),
    async assign(companyId, epoch, nodeId) {
      const change = { nodeId, epoch: epoch + 1, revision: nextRevision, changedAt: clock() };
      const rows =
        epoch === 0
          ? await db
              .insert(companyOwners)
              .values({ companyId, ...change })
              .onConflictDoNothing()
              .returning({ id: companyOwners.companyId })
          : await db
              .update(companyOwners)
              .set(change)
              .where(and(eq(companyOwners.companyId, companyId), eq(companyOwners.epoch, epoch)))
              .returning({ id: companyOwners.companyId });
      return rows.length > 0;
    },
    async pin(companyId, nodeId) {
      const isKnown =
        nodeId === null || exists(db.select({ id: nodes.id }).from(nodes).where(eq(nodes.id, nodeId)));
      const rows = await db
        .update(companyOwners)
        .set({ pinnedTo: nodeId, revision: nextRevision })
        .where(and(eq(companyOwners.companyId, companyId), isKnown === true ? undefined : isKnown))
        .returning({ id: companyOwners.companyId });
      return rows.length > 0;
    },
    async hasOtherSecrets(mark) {
      const [other] = await db
        .select({ id: nodes.id })
        .from(nodes)
        .where(notInArray(nodes.secretsMark, ['', mark]))
        .limit(1);
      return other !== undefined;
    },
  };
}
