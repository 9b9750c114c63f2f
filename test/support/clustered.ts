import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, createApp } from '@/app.ts';
import type { Config } from '@/config.ts';
import { startSqld } from '@/core/db/remote/sqld.test-support.ts';
import { createDependencies, type Dependencies, type Replacements } from '@/dependencies.ts';
import { storeCompany } from '@/ops/backup/restore/store-company.ts';
import { listen } from '@/server.ts';
import { SECRET } from './cluster.ts';
import { freePort } from './free-port.ts';
import { startS3 } from './s3.ts';

/** The other node. `fetch` asks it, and `settle` waits for what it began itself. */
export type Gateway = Pick<App, 'fetch'> & { url: string; settle(): Promise<void> };

/** An app whose databases are on a server, and another node, which serves no company and passes all requests on. */
export type Clustered = {
  config: Config;
  open(dependencies: Dependencies, app: App, replacements: Replacements): Promise<Gateway>;
  stop(): Promise<void>;
};

export async function moveToServers(config: Config): Promise<Clustered> {
  const { dataDir } = config;
  const [database, store] = await Promise.all([startSqld(), startS3()]);
  const shared = { database, media: store.settings, secret: SECRET };
  for (const id of readdirSync(join(dataDir, 'companies')).map(Number))
    await storeCompany(join(dataDir, 'companies', `${id}`), shared, id);
  await storeCompany(dataDir, shared, 0);
  const nodeAt = (folder: string): Config => {
    const port = freePort();
    const cluster = { ...shared, nodeUrl: `http://127.0.0.1:${port}` };
    return { ...config, dataDir: folder, port, host: '127.0.0.1', cluster };
  };
  const other = mkdtempSync(join(tmpdir(), 'balcao-gateway-'));
  copyFileSync(join(dataDir, 'secrets.json'), join(other, 'secrets.json'));
  const stops: (() => Promise<void>)[] = [];
  return {
    config: nodeAt(dataDir),
    async open(dependencies, app, { ticks: _, ...replacements }) {
      const { kernel, cluster } = dependencies;
      const owner = listen(kernel, app, cluster);
      await cluster?.start();
      const gateway = await createDependencies(nodeAt(other), replacements);
      const listening = listen(gateway.kernel, createApp(gateway.kernel), gateway.cluster);
      await gateway.cluster?.node.renew();
      await gateway.cluster?.node.leave();
      await gateway.cluster?.start();
      stops.push(
        () => owner.stop(),
        () => listening.stop(),
        () => gateway.stop(),
      );
      const url = gateway.kernel.config.cluster?.nodeUrl ?? '';
      const { bus, outbox } = gateway.kernel;
      return {
        fetch: ((request: Request) => passOn(request, url)) as App['fetch'],
        url,
        async settle() {
          await bus.idle();
          await outbox.idle();
        },
      };
    },
    async stop() {
      for (const stop of stops) await stop();
      await database.stop();
      store.stop();
      rmSync(other, { recursive: true, force: true });
    },
  };
}

async function passOn(request: Request, url: string): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const { method, headers } = request;
  const body = request.body ? await request.arrayBuffer() : undefined;
  return fetch(`${url}${pathname}${search}`, { method, headers, redirect: 'manual', ...(body && { body }) });
}
