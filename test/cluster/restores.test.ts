import { afterAll, beforeAll, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tags } from '@db/tenant/schema/index.ts';
import { backUp } from '@test/support/backups.ts';
import { createTestCluster, startNode, type TestCluster, type TestNode } from '@test/support/cluster.ts';
import { freePort } from '@test/support/free-port.ts';
import { createPeople, type People } from '@test/support/people.ts';
import { type S3Server, startS3 } from '@test/support/s3.ts';
import { readRows } from '@/core/db/open-file.ts';
import { fetchDatabase, storeDatabase } from '@/core/db/remote/copy-namespace.ts';
import { describeWithSqld, type RunningSqld, startSqld } from '@/core/db/remote/sqld.test-support.ts';
import { type Kernel, systemScope } from '@/core/scope.ts';
import { createTag } from '@/modules/tags/tags.service.ts';
import { createFolderStore } from '@/ops/backup/backup-store.ts';
import { readManifest } from '@/ops/backup/manifest.ts';
import { restore } from '@/ops/backup/restore/restore.ts';
import { examineApp } from '@/ops/doctor/doctor.ts';

const LONG_MS = 300_000;

/** Answers this many requests, and cuts the others. */
function cutAfter(server: RunningSqld, most: number) {
  let left = most;
  const proxy = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      left -= 1;
      if (left < 0) return new Response('cut', { status: 502 });
      const { pathname } = new URL(request.url);
      const { method, headers } = request;
      return fetch(`${server.url}${pathname}`, { method, headers, body: await request.text() });
    },
  });
  return { proxy, server: { url: proxy.url.origin, adminUrl: server.adminUrl }, used: () => most - left };
}

describeWithSqld('a restore into servers', () => {
  let server: RunningSqld;
  let store: S3Server;
  let cluster: TestCluster;
  let node: TestNode;
  let people: People;
  let root: string;
  let run: string;

  const shared = (database = server as { url: string; adminUrl: string }) => ({
    ...{ database, media: store.settings, secret: 'known to all nodes' },
  });
  const into = (more: Partial<Parameters<typeof restore>[0]> = {}): Parameters<typeof restore>[0] => ({
    store: createFolderStore(join(root, 'sets')),
    dataDir: join(root, 'data'),
    shared: shared(),
    identities: [],
    keepPairing: false,
    secrets: { file: join(root, 'secrets.json') },
    step: async () => undefined,
    ...more,
  });
  const tagsOf = async (kernel: Kernel, companyId: number) => {
    const { db } = await systemScope(kernel, companyId);
    return (await db.select().from(tags).orderBy(tags.id)).map(({ name }) => name);
  };
  const tagsNow = async (companyId: number) => {
    const path = join(root, 'now.db');
    await fetchDatabase({ server, name: `company-${companyId}` }, path);
    return readRows<{ name: string }>(path, 'select name from tags order by id').map(({ name }) => name);
  };

  beforeAll(async () => {
    [server, store] = await Promise.all([startSqld(), startS3()]);
    cluster = createTestCluster(server, store.settings);
    node = await cluster.start();
    people = await createPeople(node.kernel);
    root = mkdtempSync(join(tmpdir(), 'balcao-restores-'));
    const { aurora } = people.companyId;
    const scope = await systemScope(node.kernel, aurora);
    await createTag(scope, { name: 'Antes', color: '#111111', kanban: false });
    await node.kernel.storage.save(aurora, new TextEncoder().encode('uma foto'), 'jpg');
    const now = '2026-03-10T06:12:00.000Z';
    const ended = await backUp({ dataDir: root, target: join(root, 'sets'), shared: shared(), now });
    run = ended.result?.name ?? '';
    await createTag(scope, { name: 'Depois', color: '#111111', kanban: false });
    writeFileSync(join(root, 'secrets.json'), readFileSync(join(node.kernel.config.dataDir, 'secrets.json')));
  }, LONG_MS);
  afterAll(async () => {
    await cluster.stop();
    await server.stop();
    store.stop();
    rmSync(root, { recursive: true, force: true });
  });

  test(
    'of one company is refused while a node runs, and afterwards brings its rows and files back',
    async () => {
      const { aurora } = people.companyId;
      const restoring = into({ companyId: aurora, replaces: true });
      await expect(restore(restoring)).rejects.toThrow(`the node ${node.url} runs`);
      await node.stop();
      expect(await tagsNow(aurora)).toEqual(['Antes', 'Depois']);
      for (const at of ['company']) {
        const step = async (name: string) => {
          if (name === at) throw new Error('killed');
        };
        await expect(restore({ ...restoring, step })).rejects.toThrow('killed');
        expect(await tagsNow(aurora)).toEqual(['Antes', 'Depois']);
      }
      const { aside, damage } = await restore(restoring);
      expect(damage.count).toBe(0);
      expect(await tagsNow(aurora)).toEqual(['Antes']);
      const former = join(aside[0] ?? '', 'company.db');
      expect(readRows(former, 'select name from tags order by id')).toMatchObject([{}, { name: 'Depois' }]);
      node = await cluster.start();
      expect(await tagsOf(node.kernel, aurora)).toEqual(['Antes']);
      await node.stop();
    },
    LONG_MS,
  );

  test(
    'that is cut off at any request changes nothing',
    async () => {
      const { aurora } = people.companyId;
      const name = `company-${aurora}`;
      const path = join(root, 'other.db');
      await fetchDatabase({ server, name }, path);
      const before = await tagsNow(aurora);
      for (const most of [1, 3, 8, 21]) {
        const { proxy, server: cut } = cutAfter(server, most);
        await expect(storeDatabase(path, { server: cut, name }, 1_000)).rejects.toThrow();
        await proxy.stop(true);
        expect(await tagsNow(aurora)).toEqual(before);
      }
      await storeDatabase(path, { server, name }, 1_000);
      await expect(storeDatabase(path, { server, name }, 999)).rejects.toThrow('ERR_NOT_OWNER');
    },
    LONG_MS,
  );

  test(
    'of everything goes on after a kill, and a node starts on it; files that are gone come back',
    async () => {
      const fresh = await startSqld();
      const { aurora } = people.companyId;
      const restoring = into({ shared: shared(fresh), dataDir: join(root, 'everything') });
      for (const at of [`company ${aurora}`, `stored ${aurora}`]) {
        const step = async (name: string) => {
          if (name === at) throw new Error('killed');
        };
        await expect(restore({ ...restoring, step })).rejects.toThrow('killed');
      }
      expect(await restore(restoring)).toMatchObject({ run, companies: 2 });
      await expect(restore(restoring)).rejects.toThrow('nothing is overwritten');
      const port = String(freePort());
      const { dataDir } = restoring;
      expect(existsSync(join(dataDir, 'restore-staged'))).toBe(false);
      const started = await startNode({ server: fresh, dataDir, port, media: store.settings });
      expect(await tagsOf(started.kernel, aurora)).toEqual(['Antes']);
      await started.stop();
      const lines: string[] = [];
      const write = (line: string) => void lines.push(line);
      const looking = { dataDir, shared: shared(fresh), now: new Date(), mends: false, write };
      expect(await examineApp(looking)).toMatchObject({ companies: 2, found: 0 });
      expect(lines).toEqual([]);
      await fresh.stop();
    },
    LONG_MS,
  );

  test(
    'from a damaged set replaces nothing',
    async () => {
      const { aurora } = people.companyId;
      const before = await tagsNow(aurora);
      const sets = createFolderStore(join(root, 'sets'));
      const { companies } = await readManifest(sets, run);
      const part = companies.find(({ id }) => id === aurora);
      await sets.remove(part?.database.object ?? '');
      await expect(restore(into({ companyId: aurora, replaces: true }))).rejects.toThrow(
        'nothing was changed',
      );
      expect(await tagsNow(aurora)).toEqual(before);
    },
    LONG_MS,
  );
});
