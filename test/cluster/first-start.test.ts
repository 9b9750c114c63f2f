import { afterAll, beforeAll, expect, test } from 'bun:test';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { companies, logins } from '@db/platform/schema/index.ts';
import { ADMIN, type AppProcess, appProcess } from '@test/crash/app-process.ts';
import { createTestCluster, SECRET, type TestCluster, type TestNode } from '@test/support/cluster.ts';
import { describeWithSqld, type RunningSqld, startSqld } from '@/core/db/remote/sqld.test-support.ts';

describeWithSqld('nodes that begin together over an empty server', () => {
  let server: RunningSqld;
  let cluster: TestCluster;
  let reader: TestNode;
  let apps: AppProcess[];
  const dirs: string[] = [];

  beforeAll(async () => {
    server = await startSqld();
    cluster = createTestCluster(server);
    reader = await cluster.start();
    apps = [1, 2, 3].map(() => {
      const dataDir = mkdtempSync(join(tmpdir(), 'balcao-first-'));
      dirs.push(dataDir);
      copyFileSync(join(reader.kernel.config.dataDir, 'secrets.json'), join(dataDir, 'secrets.json'));
      const network = { socketUrl: 'ws://127.0.0.1:1', rootKey: '' } as never;
      const env = variablesOf(server);
      const app = appProcess({ dataDir, network, caPath: '', env });
      env.NODE_URL = app.url;
      return app;
    });
  });
  afterAll(async () => {
    for (const app of apps) await app.kill();
    await cluster.stop();
    await server.stop();
    for (const dir of dirs) rmSync(dir, { recursive: true });
  });

  test('make one company with its administrator, who signs in at each of them', async () => {
    for (const app of apps) app.spawn();
    for (const app of apps) await app.answers(60_000);
    const { db } = reader.kernel.platform;
    expect(await db.$count(companies)).toBe(1);
    expect(await db.$count(logins)).toBe(1);
    for (const { url } of apps) {
      const reply = await fetch(`${url}/auth/login`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
        body: JSON.stringify(ADMIN),
      });
      expect(reply.status).toBe(200);
    }
  }, 120_000);
});

function variablesOf({ url, adminUrl }: RunningSqld): Record<string, string> {
  return {
    DATABASE_URL: url,
    DATABASE_ADMIN_URL: adminUrl,
    // The reader is a node, too, and may be the one that serves the company.
    CLUSTER_SECRET: SECRET,
    MEDIA_S3_ENDPOINT: 'http://127.0.0.1:1',
    MEDIA_S3_BUCKET: 'media',
    MEDIA_S3_ACCESS_KEY_ID: 'key',
    MEDIA_S3_SECRET_ACCESS_KEY: 'secret',
  };
}
