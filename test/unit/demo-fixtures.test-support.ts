import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connections } from '@db/tenant/schema/index.ts';
import { DemoMemory } from '@demo/demo-memory.ts';
import { onlyPagesBelowSimulator } from '@demo/loopback.ts';
import { simulatorPages } from '@demo/phones/simulator.pages.tsx';
import { Playground } from '@demo/playground.ts';
import type { DemoCustomer } from '@demo/seed/conversations.ts';
import { createCertificateAuthority, type Network, startSimulator } from '@demo/whatsapp/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { type App, createApp } from '@/app.ts';

export const HERE = 'http://localhost:3000';

export type DemoFixtures = {
  testApp: TestApp;
  network: Network;
  playground: Playground;
  app: App;
  connectionId: number;
  ask(method: string, path: string, form?: Record<string, string>): Promise<Response>;
  stop(): Promise<void>;
};

export async function createDemoFixtures(script: DemoCustomer[]): Promise<DemoFixtures> {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-ca-'));
  const network = await startSimulator({ ca: await createCertificateAuthority(folder) });
  const testApp = await createTestApp();
  const scope = await testApp.systemScope('aurora');
  const [row] = await scope.write((tx) =>
    tx.db.insert(connections).values({ name: 'Loja', status: 'CONNECTED', isDefault: true }).returning(),
  );
  const playground = new Playground({ kernel: testApp.kernel, network, memory: DemoMemory.open(null) });
  await playground.lines.refresh();
  await playground.populate(script);
  const app = onlyPagesBelowSimulator(createApp(testApp.kernel, simulatorPages(playground)));
  return {
    testApp,
    network,
    playground,
    app,
    connectionId: row?.id ?? 0,
    async ask(method, path, form) {
      const headers = { Host: 'localhost:3000', Origin: HERE, 'HX-Request': 'true' };
      const body = form && new URLSearchParams(form);
      return app.fetch(new Request(`${HERE}${path}`, { method, headers, body }));
    },
    async stop() {
      await testApp.stop();
      await network.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
