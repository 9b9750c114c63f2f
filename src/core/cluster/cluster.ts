import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Clock, systemAfter, type Ticks } from '../clock.ts';
import type { LockWait } from '../db/driver/wait-for-lock.ts';
import { openRemotePlatform, type PlatformDatabase } from '../db/platform-database.ts';
import type { DatabaseServer } from '../db/remote/database-server.ts';
import { createRemoteTenants, type RemoteTenants } from '../db/tenants/remote-tenants.ts';
import { StartRefused } from '../errors.ts';
import type { AnyEvent } from '../events.ts';
import type { Logger } from '../log.ts';
import { createKeyedLimits } from '../queue/keyed-limits.ts';
import { PLATFORM } from '../scope.ts';
import type { Bucket } from '../storage/bucket.ts';
import { type Broadcast, createBroadcast } from './broadcast.ts';
import { createForwarding, type Forwarding } from './forwarding.ts';
import { createLeaseStore } from './lease-store.ts';
import { type ClusterNode, createNode, RENEWAL_MS } from './node.ts';
import { createNodeLoad } from './node-load.ts';
import { createNodes, type Nodes } from './nodes-overview.ts';
import { relayedSockets } from './relayed-socket.ts';
import { createRequestSigner } from './signed-request.ts';

export type ClusterConfig = {
  database: DatabaseServer;
  nodeUrl: string;
  secret: string;
  media: Bucket;
};

export type ClusterOptions = {
  config: ClusterConfig;
  dataDir: string;
  clock: Clock;
  ticks: Ticks;
  log: Logger;
  lockWait?: LockWait | undefined;
  version: string;
  secretsMark: string;
  /** Milliseconds. */
  loopDelay(): number;
  listCompanyIds(): Promise<number[]>;
  /** Starts the work of a company, or of the platform, that this node has taken. */
  begin(companyId: number): Promise<void>;
  end(companyId: number): Promise<void>;
  companyOf(request: Request): Promise<number | undefined>;
  /** Events of the platform that another node published. */
  receive(events: AnyEvent[]): Promise<void>;
};

export type Cluster = {
  platform: PlatformDatabase;
  tenants: RemoteTenants;
  nodes: Nodes;
  node: ClusterNode;
  forwarding: Forwarding;
  broadcast: Broadcast['send'];
  sockets: typeof relayedSockets;
  /** Joins the other nodes. Resolves when this node has taken its share. */
  start(): Promise<void>;
  leave(): Promise<void>;
};

const SETTLE_MS = 1_000;
const RETRY_MS = 100;
const BEGUN_AT_ONCE = 20;

export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const { config, dataDir, clock, ticks, log, lockWait, begin, end } = options;
  const platform = await openRemotePlatform(config.database, lockWait);
  const store = createLeaseStore(platform, clock);
  if (await store.hasOtherSecrets(options.secretsMark)) {
    await platform.close();
    throw new StartRefused(
      `${join(dataDir, 'secrets.json')} differs from that of the other nodes: copy it from one of them.`,
    );
  }
  const tenants: RemoteTenants = createRemoteTenants({
    server: config.database,
    dataDir,
    ticks,
    log,
    lockWait,
    claim: (companyId) => node.claim(companyId),
    holds: (companyId) => node.holds(companyId),
  });
  const working = createKeyedLimits(BEGUN_AT_ONCE);
  const report = (companyId: number) => (error: unknown) =>
    log.error({ err: error, companyId }, 'the work of a company could not be started or ended');
  const inOrder = (companyId: number, work: () => Promise<void>): Promise<void> =>
    working.run(`${companyId}`, work).catch(report(companyId));
  const node = createNode({
    own: {
      id: nodeIdIn(dataDir),
      url: config.nodeUrl,
      version: options.version,
      secretsMark: options.secretsMark,
    },
    load: createNodeLoad(ticks, options.loopDelay),
    store,
    listCompanyIds: withPlatform(options.listCompanyIds),
    ticks,
    log,
    holding: {
      async take(companyId, epoch) {
        if (companyId !== PLATFORM) await tenants.take(companyId, epoch);
      },
      begin: (companyId) => void inOrder(companyId, () => begin(companyId)),
      async release(companyId) {
        await inOrder(companyId, () => end(companyId));
        if (companyId === PLATFORM) return;
        await forwarding.answered(companyId);
        await tenants.release(companyId);
      },
      drop(companyId) {
        tenants.drop(companyId);
        void inOrder(companyId, () => end(companyId));
      },
    },
  });
  const signer = createRequestSigner(config.secret, clock, randomUUID);
  const { send: broadcast, answer: answerEvents } = createBroadcast({
    signer,
    listOthers: node.listOthers,
    async receive(events) {
      platform.forget();
      await options.receive(events);
    },
    log,
  });
  const forwarding = createForwarding({
    node,
    ownUrl: config.nodeUrl,
    signer,
    answerEvents,
    ticks,
    log,
    pause: () => new Promise<void>((resolve) => systemAfter(RETRY_MS, resolve)),
    companyOf: options.companyOf,
  });
  const timers: Timer[] = [];
  const every = (ms: number, work: () => Promise<void>, failed: string) => {
    const run = () => void work().catch((error) => log.error({ err: error }, failed));
    timers.push(setInterval(run, ms));
  };

  return {
    platform,
    tenants,
    nodes: createNodes(platform, store, node),
    node,
    forwarding,
    broadcast,
    sockets: relayedSockets,
    async start() {
      await node.renew();
      await node.settle();
      every(RENEWAL_MS, node.renew, 'the lease of this node could not be renewed');
      every(SETTLE_MS, node.settle, 'companies could not be taken or handed over');
    },
    async leave() {
      for (const timer of timers.splice(1)) clearInterval(timer);
      await node.leave().catch((error) => log.error({ err: error }, 'not everything was handed over'));
      for (const timer of timers.splice(0)) clearInterval(timer);
    },
  };
}

/** A node that starts again goes on with what it owned, without waiting until the others call it silent. */
function nodeIdIn(dataDir: string): string {
  const path = join(dataDir, 'node-id');
  if (!existsSync(path)) writeFileSync(path, randomUUID(), { flush: true });
  return readFileSync(path, 'utf8');
}

function withPlatform(list: () => Promise<number[]>): () => Promise<number[]> {
  let [from, all]: [number[] | undefined, number[]] = [undefined, []];
  return async () => {
    const companyIds = await list();
    if (companyIds !== from) [from, all] = [companyIds, [PLATFORM, ...companyIds]];
    return all;
  };
}
