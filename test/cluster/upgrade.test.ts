import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestCluster, type TestCluster } from '@test/support/cluster.ts';
import { until } from '@test/support/until.ts';
import { expectStored, RELEASES, rowsIn, unpack } from '@test/upgrade/released.ts';
import { readRows } from '@/core/db/open-file.ts';
import { fetchDatabase, storeDatabase } from '@/core/db/remote/copy-namespace.ts';
import { describeWithSqld, type RunningSqld, startSqld } from '@/core/db/remote/sqld.test-support.ts';

const LONG_MS = 180_000;
/** The nodes begin their work at once, so others change. */
const QUIET = ['contacts', 'queues', 'tags', 'quick_messages', 'notes', 'plans', 'invoices'];
const quiet = (path: string) => new Map([...rowsIn(path)].filter(([table]) => QUIET.includes(table)));

describeWithSqld('databases on a server, from a released version or an earlier commit', () => {
  let server: RunningSqld;
  let cluster: TestCluster;
  let root: string;

  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'balcao-upgrades-'));
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const schemaOf = (path: string) => readRows(path, 'PRAGMA user_version');

  for (const version of RELEASES)
    test(
      `${version}: two nodes that start at once bring each database up to date, and keep its rows`,
      async () => {
        server = await startSqld();
        cluster = createTestCluster(server);
        const [platform, company] = [join(root, 'platform.db'), join(root, 'company.db')];
        await unpack(version, 'platform.db', platform);
        await unpack(version, 'company.db', company);
        const before = { platform: quiet(platform), company: quiet(company) };
        const ids = readRows<{ id: number }>(platform, 'select id from companies').map(({ id }) => id);
        await storeDatabase(platform, { server, name: 'platform' });
        for (const id of ids) await storeDatabase(company, { server, name: `company-${id}` });

        const nodes = await Promise.all([cluster.start(), cluster.start()]);
        for (const id of ids)
          await until('each company is served', () => nodes.some(({ kernel }) => kernel.owns(id)));
        await cluster.stop();
        const now = join(root, 'now.db');
        await fetchDatabase({ server, name: 'platform' }, now);
        expectStored(before.platform, quiet(now));
        for (const id of ids) {
          await fetchDatabase({ server, name: `company-${id}` }, now);
          expect(schemaOf(now)).not.toEqual(schemaOf(company));
          expectStored(before.company, quiet(now));
        }
        await server.stop();
      },
      LONG_MS,
    );
});
