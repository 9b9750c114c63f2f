import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '@/app.ts';
import { readConfig } from '@/config.ts';
import type { RunningSqld } from '@/core/db/remote/sqld.test-support.ts';
import { loadTranslations } from '@/core/i18n.ts';
import { createLog } from '@/core/log.ts';
import type { Kernel } from '@/core/scope.ts';
import { createDependencies, type Dependencies } from '@/dependencies.ts';
import { listen } from '@/server.ts';
import { freePort } from './free-port.ts';
import { createFakePush } from './push.ts';
import { createFakeWeb } from './web.ts';
import { createFakeWhatsApp, type FakeWhatsApp } from './whatsapp.ts';

export type TestNode = {
  kernel: Kernel;
  dependencies: Dependencies;
  /** Where it listens. */
  url: string;
  whatsapp: FakeWhatsApp;
  stop(): Promise<void>;
};

export type TestCluster = {
  /** Joins the others. */
  start(): Promise<TestNode>;
  stop(): Promise<void>;
};

const translations = loadTranslations();

/** Nodes in this process, each with its own folder, that share a database server. */
export function createTestCluster(server: RunningSqld): TestCluster {
  const nodes = new Set<TestNode>();
  const dirs: string[] = [];

  async function start(): Promise<TestNode> {
    const dataDir = mkdtempSync(join(tmpdir(), 'balcao-node-'));
    if (dirs[0]) copyFileSync(join(dirs[0], 'secrets.json'), join(dataDir, 'secrets.json'));
    dirs.push(dataDir);
    const port = String(freePort());
    const config = readConfig({ DATA_DIR: dataDir, PORT: port, LOG_LEVEL: process.env.TEST_LOG ?? 'silent' });
    const whatsapp = createFakeWhatsApp();
    const cluster = { database: server, nodeUrl: `http://127.0.0.1:${port}`, secret: 'known to all nodes' };
    const dependencies = await createDependencies(
      { ...config, cluster },
      {
        log: createLog(process.env.TEST_LOG ?? 'silent'),
        translations,
        createWhatsApp: () => whatsapp,
        push: createFakePush(),
        safeFetch: createFakeWeb().fetch,
      },
    );
    const { kernel } = dependencies;
    const listening = listen(kernel, createApp(kernel), dependencies.cluster);
    await dependencies.start();
    const node: TestNode = {
      kernel,
      dependencies,
      url: cluster.nodeUrl,
      whatsapp,
      async stop() {
        nodes.delete(node);
        await dependencies.stop();
        await listening.stop();
      },
    };
    nodes.add(node);
    return node;
  }

  return {
    start,
    async stop() {
      for (const node of [...nodes]) await node.stop();
      for (const dir of dirs) rmSync(dir, { recursive: true, force: true });
    },
  };
}
