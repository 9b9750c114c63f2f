import { companyOwners, nodes } from '@db/platform/schema/index.ts';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import type { PlatformDatabase } from '../db/platform-database.ts';

export type NodeRow = { id: string; url: string; beats: number; isLeaving: boolean };
export type OwnerRow = { companyId: number; nodeId: string; epoch: number; revision: number };

/** Each call is one statement, which the database carries out whole or not at all. */
export type LeaseStore = {
  join(node: { id: string; url: string }): Promise<void>;
  renew(nodeId: string): Promise<boolean>;
  leave(nodeId: string): Promise<void>;
  listNodes(): Promise<NodeRow[]>;
  /** False when it renewed, so that its `beats` are others. */
  expel(nodeId: string, beats: number): Promise<boolean>;
  listOwnersAfter(revision: number): Promise<OwnerRow[]>;
  /** With the next epoch. False when another change was first; `epoch` is 0 for a company without an owner. */
  assign(companyId: number, epoch: number, nodeId: string): Promise<boolean>;
};

export function createLeaseStore({ db }: Pick<PlatformDatabase, 'db'>, clock: Clock): LeaseStore {
  const nextRevision = sql<number>`(SELECT coalesce(max(revision), 0) + 1 FROM company_owners)`;
  return {
    async join({ id, url }) {
      const fresh = { url, isLeaving: false, expelledAt: null, startedAt: clock() };
      await db
        .insert(nodes)
        .values({ id, ...fresh })
        .onConflictDoUpdate({ target: nodes.id, set: { ...fresh, beats: sql`${nodes.beats} + 1` } });
    },
    async renew(nodeId) {
      const rows = await db
        .update(nodes)
        .set({ beats: sql`${nodes.beats} + 1` })
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
        .select()
        .from(companyOwners)
        .where(gt(companyOwners.revision, revision))
        .orderBy(companyOwners.revision),
    async assign(companyId, epoch, nodeId) {
      const change = { nodeId, epoch: epoch + 1, revision: nextRevision };
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
  };
}
