import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '@/app.ts';
import { readConfig } from '@/config.ts';
import type { DatabaseServer } from '@/core/db/remote/database-server.ts';
import { type RunningSqld, startSqld } from '@/core/db/remote/sqld.test-support.ts';
import { loadTranslations } from '@/core/i18n.ts';
import { createLog } from '@/core/log.ts';
import type { Kernel } from '@/core/scope.ts';
import type { Bucket } from '@/core/storage/bucket.ts';
import { createDependencies, type Dependencies } from '@/dependencies.ts';
import type { Shared } from '@/ops/installation/installation.ts';
import { listen } from '@/server.ts';
import { entryOf } from './entry.ts';
import { freePort } from './free-port.ts';
import { createPeople, type People, sessionFor } from './people.ts';
import { createFakePush } from './push.ts';
import { type S3Server, startS3 } from './s3.ts';
import { until } from './until.ts';
import { createFakeWeb } from './web.ts';
import { createFakeWhatsApp, type FakeWhatsApp } from './whatsapp.ts';

export type TestNode = {
  kernel: Kernel;
  dependencies: Dependencies;
  /** Where it listens. */
  url: string;
  id: string;
  whatsapp: FakeWhatsApp;
  stop(): Promise<void>;
};

export type ChildNode = { url: string; id: string; signal(name: NodeJS.Signals): void };

/** Aurora's administrator, signed in; asks any node. */
export type Administrator = {
  page(node: Asked, path: string): Promise<Response>;
  call(node: Asked, method: string, path: string, body?: unknown, headers?: object): Promise<Response>;
  addTag(node: Asked, name: string): Promise<Response>;
};
type Asked = { url: string };

export type TestCluster = {
  start(): Promise<TestNode>;
  spawn(id?: string): Promise<ChildNode>;
  stop(): Promise<void>;
};

export const SECRET = 'known to all nodes, and to nobody else';
const NODE_PROCESS = join(import.meta.dir, '../cluster/node-process.ts');
const NO_BUCKET: Bucket = { endpoint: '', region: '', bucket: '', accessKeyId: '', secretAccessKey: '' };

const idIn = (dataDir: string) => readFileSync(join(dataDir, 'node-id'), 'utf8');

type NodeOptions = { server: DatabaseServer; dataDir: string; port: string; media?: Bucket };

export async function startNode({
  server,
  dataDir,
  port,
  media = NO_BUCKET,
}: NodeOptions): Promise<TestNode> {
  const logLevel = process.env.TEST_LOG ?? 'silent';
  const config = readConfig({ DATA_DIR: dataDir, PORT: port, LOG_LEVEL: logLevel });
  const whatsapp = createFakeWhatsApp();
  const cluster = {
    database: server,
    nodeUrl: `http://127.0.0.1:${port}`,
    secret: SECRET,
    media,
  };
  const dependencies = await createDependencies(
    { ...config, cluster },
    {
      log: createLog(logLevel),
      translations: loadTranslations(),
      createWhatsApp: () => whatsapp,
      push: createFakePush(),
      safeFetch: createFakeWeb().fetch,
    },
  );
  const { kernel } = dependencies;
  const listening = listen(kernel, createApp(kernel), dependencies.cluster);
  await dependencies.start();
  return {
    kernel,
    dependencies,
    url: cluster.nodeUrl,
    id: idIn(dataDir),
    whatsapp,
    async stop() {
      await dependencies.stop();
      await listening.stop();
    },
  };
}

/** Nodes that share a database server, in this process (`start`) and in others (`spawn`); each with its own folder. */
export function createTestCluster(server: DatabaseServer, media?: Bucket): TestCluster {
  const nodes = new Set<TestNode>();
  const children: Bun.Subprocess[] = [];
  const dirs: string[] = [];

  function nextFolder(): string {
    const dataDir = mkdtempSync(join(tmpdir(), 'balcao-node-'));
    if (dirs[0]) copyFileSync(join(dirs[0], 'secrets.json'), join(dataDir, 'secrets.json'));
    dirs.push(dataDir);
    return dataDir;
  }

  async function start(): Promise<TestNode> {
    const node = await startNode({
      server,
      dataDir: nextFolder(),
      port: String(freePort()),
      ...(media && { media }),
    });
    nodes.add(node);
    return {
      ...node,
      async stop() {
        nodes.delete(node);
        await node.stop();
      },
    };
  }

  async function spawn(id: string = randomUUID()): Promise<ChildNode> {
    const port = String(freePort());
    const dataDir = nextFolder();
    writeFileSync(join(dataDir, 'node-id'), id);
    const { url: databaseUrl, adminUrl } = server;
    const child = Bun.spawn([process.execPath, entryOf(NODE_PROCESS)], {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...process.env,
        URL: databaseUrl,
        ADMIN_URL: adminUrl,
        DATA_DIR: dataDir,
        NODE_PORT: port,
      },
    });
    children.push(child);
    const url = `http://127.0.0.1:${port}`;
    await until('a node answers', async () => (await fetch(`${url}/healthz`).catch(() => undefined))?.ok);
    return { url, id, signal: (name) => child.kill(name) };
  }

  return {
    start,
    spawn,
    async stop() {
      for (const child of children) {
        child.kill('SIGKILL');
        await child.exited;
      }
      for (const node of nodes) await node.stop();
      for (const dir of dirs) rmSync(dir, { recursive: true, force: true });
    },
  };
}

export type PeopledCluster = {
  server: RunningSqld;
  cluster: TestCluster;
  node: TestNode;
  people: People;
  cookie: string;
  ana: Administrator;
  /** Ends all nodes, and the server. */
  stop(): Promise<void>;
};

/** A database server, one node, and the people of the tests, of whom Ana is signed in. */
export async function startPeopledCluster(media?: Bucket): Promise<PeopledCluster> {
  const server = await startSqld();
  const cluster = createTestCluster(server, media);
  const node = await cluster.start();
  const people = await createPeople(node.kernel);
  const cookie = `sid=${await sessionFor(node.kernel, people, 'ana')}`;
  return {
    ...{ server, cluster, node, people, cookie, ana: signedInWith(cookie) },
    async stop() {
      await cluster.stop();
      await server.stop();
    },
  };
}

/** The same with a media store, and a folder for the test's own files. */
export type StoredCluster = PeopledCluster & { store: S3Server; shared: Shared; root: string };

export async function startStoredCluster(): Promise<StoredCluster> {
  const store = await startS3();
  const peopled = await startPeopledCluster(store.settings);
  const root = mkdtempSync(join(tmpdir(), 'balcao-stored-'));
  return {
    ...peopled,
    ...{ store, root, shared: { database: peopled.server, media: store.settings, secret: SECRET } },
    async stop() {
      await peopled.stop();
      store.stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

export function signedInWith(cookie: string): Administrator {
  const call: Administrator['call'] = (node, method, path, body, headers = {}) =>
    fetch(`${node.url}${path}`, {
      method,
      headers: {
        Cookie: cookie,
        Origin: node.url,
        Accept: 'application/json',
        'Content-Type': 'application/json',
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  return {
    call,
    page: (node, path) =>
      fetch(`${node.url}${path}`, { headers: { Cookie: cookie, Accept: 'text/html' }, redirect: 'manual' }),
    addTag: (node, name) => call(node, 'POST', '/tags', { name, color: '#1f7a1f', kanban: 0 }),
  };
}
