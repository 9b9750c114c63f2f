import { companyOwners, nodes } from '@db/platform/schema/index.ts';
import { and, asc, count, eq, isNull, ne } from 'drizzle-orm';
import type { PlatformDatabase } from '../db/platform-database.ts';
import { PLATFORM } from '../scope.ts';
import type { LeaseStore, NodeLoad } from './lease-store.ts';
import type { ClusterNode, HandOvers } from './node.ts';
import { bindHere, leadToOwner } from './request-route.ts';

export type NodeOverview = {
  id: string;
  url: string;
  version: string;
  startedAt: Date;
  isLeaving: boolean;
  isThis: boolean;
  companies: number;
  /** Null until its first renewal. */
  load: NodeLoad | null;
};

/** All processes of the cluster, for its operator. */
export type Nodes = {
  list(): Promise<NodeOverview[]>;
  /** Null leaves the choice to the nodes. False for an unknown node, and for a company that none has taken yet. */
  move(companyId: number, nodeId: string | null): Promise<boolean>;
  /** Undefined while no live node owns the company. */
  urlOf(companyId: number): string | undefined;
  /** To be called before a change of another company: throws ERR_NOT_OWNER in a request that its node is to answer. */
  leadTo(companyId: number): void;
  epochOf: ClusterNode['epochOf'];
  withLease: ClusterNode['withLease'];
  /** The request that runs has written something, so it stays at this node. */
  bindHere(): void;
  /** Counted in this process. */
  readonly handOvers: HandOvers;
  readonly owned: number;
};

export function createNodes({ db }: PlatformDatabase, store: LeaseStore, node: ClusterNode): Nodes {
  return {
    async list() {
      const rows = await db
        .select({ node: nodes, companies: count(companyOwners.companyId) })
        .from(nodes)
        .leftJoin(
          companyOwners,
          and(eq(companyOwners.nodeId, nodes.id), ne(companyOwners.companyId, PLATFORM)),
        )
        .where(isNull(nodes.expelledAt))
        .groupBy(nodes.id)
        .orderBy(asc(nodes.url));
      return rows.map(({ node: { id, url, version, startedAt, isLeaving, ...load }, companies }) => ({
        ...{ id, url, version, startedAt, isLeaving, companies },
        isThis: id === node.id,
        load: loadOf(load),
      }));
    },
    move: store.pin,
    urlOf: node.urlOf,
    leadTo(companyId) {
      if (!node.holds(companyId)) leadToOwner(companyId);
    },
    epochOf: node.epochOf,
    withLease: node.withLease,
    bindHere,
    handOvers: node.handOvers,
    get owned() {
      return node.size;
    },
  };
}

function loadOf({
  processor,
  memoryBytes,
  loopDelayMs,
}: { [K in keyof NodeLoad]: number | null }): NodeLoad | null {
  return processor === null || memoryBytes === null || loopDelayMs === null
    ? null
    : { processor, memoryBytes, loopDelayMs };
}
