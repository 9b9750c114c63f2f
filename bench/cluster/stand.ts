import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCertificateAuthority, type Network, startSimulator } from '@demo/whatsapp/index.ts';
import { type AppProcess, appProcess } from '@test/crash/app-process.ts';
import { freePort } from '@test/support/free-port.ts';
import type { Visitor } from '@test/support/many-companies.ts';
import { type Receiver, startReceiver } from '@test/support/receiver.ts';
import { type S3Server, startS3 } from '@test/support/s3.ts';
import { RemoteClient } from '@/core/db/remote/remote-client.ts';
import { type RunningSqld, startSqld } from '@/core/db/remote/sqld.test-support.ts';
import { namespaceOf } from '@/core/db/tenants/remote-tenants.ts';
import { createEpochLog, type EpochLog } from './epoch-log.ts';
import { foundCompanies } from './found-companies.ts';
import { startTap, type Tap, toEpochLog } from './tap.ts';

export type BenchNode = {
  name: string;
  id(): string;
  app: AppProcess;
  /** To its databases, and to the port for administration. */
  taps: Tap[];
  /** Reached by clients; a load balancer would not send requests to the others. */
  isServing: boolean;
};

export type Stand = {
  nodes: BenchNode[];
  server: RunningSqld;
  network: Network;
  receiver: Receiver;
  epochs: EpochLog;
  visitors: Visitor[];
  folder: string;
  /** Rows of the platform (undefined) or of a company, past all nodes. */
  rows<T>(companyId: number | undefined, sql: string, args?: (string | number)[]): Promise<T[]>;
  /** Node ids by company. */
  owners(): Promise<Map<number, string>>;
  end(leavesFiles?: boolean): Promise<void>;
};

export const METRICS_TOKEN = 'read by the benchmark';

export type StandOptions = { nodes: number; companies: number; hasWebhooks: boolean };

export async function openStand({ nodes: count, companies, hasWebhooks }: StandOptions): Promise<Stand> {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-cluster-'));
  const ca = await createCertificateAuthority(join(folder, 'ca'));
  const [server, store, receiver, network] = await Promise.all([
    startSqld(),
    startS3(),
    startReceiver(),
    startSimulator({ ca }),
  ]);
  const epochs = createEpochLog();
  const folderOf = (name: string) => join(folder, name);
  const common = { ...variablesOf(store), ALLOWED_INTERNAL_HOSTS: `127.0.0.1:${receiver.port}` };
  const nodes: BenchNode[] = [];
  // A run that breaks off must leave no process.
  process.on('exit', () => {
    for (const pid of [server.pid, ...nodes.map(({ app }) => app.pid ?? 0)]) endNow(pid);
  });
  for (let n = 1; n <= count; n += 1) mkdirSync(folderOf(`node-${n}`));
  const first = { ...common, DATA_DIR: folderOf('node-1'), NODE_URL: `http://127.0.0.1:${freePort()}` };
  const visitors = await foundCompanies({
    env: { ...first, DATABASE_URL: server.url, DATABASE_ADMIN_URL: server.adminUrl },
    count: companies,
    ...(hasWebhooks && { receiverUrl: receiver.url }),
  });
  for (let n = 1; n <= count; n += 1) {
    const name = `node-${n}`;
    const dataDir = folderOf(name);
    if (n > 1) copyFileSync(join(folderOf('node-1'), 'secrets.json'), join(dataDir, 'secrets.json'));
    const taps = [await startTap(server.url, toEpochLog(epochs, name)), await startTap(server.adminUrl)];
    const env: Record<string, string> = {
      ...common,
      DATABASE_URL: taps[0]?.url ?? '',
      DATABASE_ADMIN_URL: taps[1]?.url ?? '',
    };
    const app = appProcess({ dataDir, network, caPath: ca.caPath, env });
    env.NODE_URL = app.url;
    nodes.push({
      ...{ name, app, taps, isServing: true },
      id: () => readFileSync(join(dataDir, 'node-id'), 'utf8'),
    });
  }

  const clients = new Map<string, RemoteClient>();
  const rows: Stand['rows'] = async (companyId, sql, args = []) => {
    const name = companyId === undefined ? 'platform' : namespaceOf(companyId);
    const client = clients.get(name) ?? new RemoteClient({ server, name }, () => undefined);
    clients.set(name, client);
    return (await client.execute({ sql, args })).rows as never;
  };
  return {
    ...{ nodes, server, network, receiver, epochs, visitors, folder, rows },
    async owners() {
      const all = await rows<{ company_id: number; node_id: string }>(
        undefined,
        'SELECT company_id, node_id FROM company_owners WHERE company_id > 0',
      );
      return new Map(all.map(({ company_id, node_id }) => [company_id, node_id]));
    },
    async end(leavesFiles = false) {
      await Promise.all(nodes.map(({ app }) => app.kill()));
      for (const { taps } of nodes) for (const tap of taps) tap.stop();
      await network.stop();
      await receiver.die();
      store.stop();
      await server.stop();
      if (!leavesFiles) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function endNow(pid: number): void {
  if (pid === 0) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It had ended.
  }
}

function variablesOf({ settings }: S3Server): Record<string, string> {
  return {
    METRICS_TOKEN,
    CLUSTER_SECRET: 'known to all nodes, and to nobody else',
    MEDIA_S3_ENDPOINT: settings.endpoint,
    MEDIA_S3_BUCKET: settings.bucket,
    MEDIA_S3_ACCESS_KEY_ID: settings.accessKeyId,
    MEDIA_S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
  };
}
