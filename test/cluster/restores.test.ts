import { afterAll, beforeAll, expect, test } from 'bun:test';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { auditEntries, tags } from '@db/tenant/schema/index.ts';
import { backUp } from '@test/support/backups.ts';
import {
  type StoredCluster,
  startNode,
  startStoredCluster,
  type TestCluster,
  type TestNode,
} from '@test/support/cluster.ts';
import { freePort } from '@test/support/free-port.ts';
import { type People, sessionFor, setSuper } from '@test/support/people.ts';
import { refusalOf } from '@test/support/refusal.ts';
import { until } from '@test/support/until.ts';
import { eq } from 'drizzle-orm';
import { readRows, withDatabase } from '@/core/db/open-file.ts';
import { fetchDatabase, storeDatabase } from '@/core/db/remote/copy-namespace.ts';
import { createNamespaces, type DatabaseServer } from '@/core/db/remote/database-server.ts';
import { describeWithSqld, type RunningSqld, startSqld } from '@/core/db/remote/sqld.test-support.ts';
import { type Kernel, systemScope } from '@/core/scope.ts';
import { createTag } from '@/modules/tags/tags.service.ts';
import { createFolderStore } from '@/ops/backup/backup-store.ts';
import { readManifest } from '@/ops/backup/manifest.ts';
import { restore } from '@/ops/backup/restore/restore.ts';
import { replaceOnServers } from '@/ops/backup/restore/store-company.ts';
import { examineApp } from '@/ops/doctor/doctor.ts';

const LONG_MS = 300_000;

/** Answers this many requests, and cuts the next ones. */
function cutAfter(server: RunningSqld, most: number, cuts = Number.POSITIVE_INFINITY) {
  let asked = 0;
  const proxy = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      asked += 1;
      if (asked > most && asked <= most + cuts) return new Response('cut', { status: 502 });
      const { pathname } = new URL(request.url);
      const { method, headers } = request;
      const body = await request.text();
      return fetch(`${server.url}${pathname}`, { method, headers, body, decompress: false });
    },
  });
  return { proxy, server: { url: proxy.url.origin, adminUrl: server.adminUrl } };
}

describeWithSqld('a restore into servers', () => {
  let stored: StoredCluster;
  let server: RunningSqld;
  let cluster: TestCluster;
  let node: TestNode;
  let people: People;
  let root: string;
  let run: string;

  const shared = (database: DatabaseServer = server) => ({ ...stored.shared, database });
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
    stored = await startStoredCluster();
    ({ server, cluster, node, people, root } = stored);
    await setSuper(node.kernel, people, 'davi');
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
  afterAll(() => stored.stop());

  test(
    'of one company is refused while a node runs, and afterwards brings its rows and files back',
    async () => {
      const { aurora } = people.companyId;
      const restoring = into({ companyId: aurora, replaces: true });
      expect(await refusalOf(restore(restoring))).toContain(`the node ${node.url} runs`);
      await node.stop();
      expect(await tagsNow(aurora)).toEqual(['Antes', 'Depois']);
      const step = async (name: string) => {
        if (name === 'company') throw new Error('killed');
      };
      expect(await refusalOf(restore({ ...restoring, step }))).toContain('killed');
      expect(await tagsNow(aurora)).toEqual(['Antes', 'Depois']);
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
      const another = 77;
      const name = `company-${another}`;
      const path = join(root, 'other.db');
      await fetchDatabase({ server, name: `company-${people.companyId.aurora}` }, path);
      await storeDatabase(path, { server, name }, 1_000);
      const before = await tagsNow(another);
      for (const most of [1, 3, 8, 21]) {
        const { proxy, server: cut } = cutAfter(server, most);
        expect(await refusalOf(storeDatabase(path, { server: cut, name }, 1_000))).toContain('cut');
        await proxy.stop(true);
        expect(await tagsNow(another)).toEqual(before);
      }
      await storeDatabase(path, { server, name }, 1_000);
      expect(await refusalOf(storeDatabase(path, { server, name }, 999))).toContain('ERR_NOT_OWNER');
    },
    LONG_MS,
  );

  test(
    'whose copy of the former database is cut off replaces nothing',
    async () => {
      const another = 77;
      const before = await tagsNow(another);
      const folder = join(root, 'replacing');
      mkdirSync(join(folder, 'media'), { recursive: true });
      renameSync(join(root, 'other.db'), join(folder, 'company.db'));
      const { proxy, server: cut } = cutAfter(server, 3, 1);
      const replacing = { dataDir: root, shared: shared(cut), companyId: another, folder, scratch: root };
      withDatabase(join(folder, 'company.db'), (opened) => opened.exec('delete from tags'));
      expect(await refusalOf(replaceOnServers(replacing))).toContain('cut');
      await proxy.stop(true);
      expect(await tagsNow(another)).toEqual(before);
      expect(await replaceOnServers({ ...replacing, shared: shared() })).toHaveLength(1);
      expect(await tagsNow(another)).toEqual([]);
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
        expect(await refusalOf(restore({ ...restoring, step }))).toContain('killed');
      }
      expect(await restore(restoring)).toMatchObject({ run, companies: 2 });
      expect(await refusalOf(restore(restoring))).toContain('nothing is overwritten');
      const port = String(freePort());
      const { dataDir } = restoring;
      expect(existsSync(join(dataDir, 'restore-staged'))).toBe(false);
      const started = await startNode({ server: fresh, dataDir, port, media: stored.shared.media });
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
    'by the button happens while the nodes run, also for a company of another node, and for one that is missing',
    async () => {
      const { aurora, boreal } = people.companyId;
      const [own, other] = [await cluster.start(), await cluster.start()];
      for (const { kernel } of [own, other]) Object.assign(kernel.config, { backupDir: join(root, 'sets') });
      const cookie = `sid=${await sessionFor(own.kernel, people, 'davi')}`;
      const ask = async () => {
        const asked = await fetch(`${own.url}/settings/companies/${aurora}/restore`, {
          method: 'POST',
          headers: { Cookie: cookie, Origin: own.url, Accept: 'text/html', 'HX-Request': 'true' },
          body: new URLSearchParams({ typedName: 'Aurora' }),
        });
        expect(asked.status).toBe(204);
        const asking = [own, other].find(({ kernel }) => kernel.services.restores.state.at !== 'nothing');
        await asking?.kernel.services.restores.ended;
        return asking?.kernel.services.restores.state;
      };
      const served = () => [own, other].find(({ kernel }) => kernel.owns(aurora));
      const tagsServed = async () => {
        await until('a node serves the company', served);
        return tagsOf((served() as TestNode).kernel, aurora);
      };
      const ownerOf = (companyId: number) => [own, other].find(({ kernel }) => kernel.owns(companyId))?.id;
      await until('both are served', () => ownerOf(aurora) && ownerOf(boreal));
      const target = ownerOf(boreal) === own.id ? other : own;
      await own.kernel.nodes?.move(aurora, target.id);
      await until('another node serves it', () => target.kernel.owns(aurora));
      await createTag(await systemScope(target.kernel, aurora), {
        name: 'De hoje',
        color: '#111111',
        kanban: false,
      });
      expect(await tagsServed()).toEqual(['Antes', 'De hoje']);
      const state = await ask();
      expect(state).toMatchObject({ at: 'done', companyId: aurora, damaged: 0 });
      expect(await tagsServed()).toEqual(['Antes']);
      const aside = state?.at === 'done' ? state.aside : [];
      const former = readRows<{ name: string }>(join(aside[0] ?? '', 'company.db'), 'select name from tags');
      expect(former.map(({ name }) => name)).toEqual(['Antes', 'De hoje']);
      await createNamespaces(server).remove(`company-${aurora}`);
      expect(await ask()).toMatchObject({ at: 'done', damaged: 0, aside: [] });
      expect(await tagsServed()).toEqual(['Antes']);
      const { db } = await systemScope((served() as TestNode).kernel, aurora);
      const entries = await db.select().from(auditEntries).where(eq(auditEntries.action, 'company.restored'));
      expect(entries).toHaveLength(1);
      for (const one of [own, other]) await one.stop();
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
      expect(await refusalOf(restore(into({ companyId: aurora, replaces: true })))).toContain(
        'nothing was changed',
      );
      expect(await tagsNow(aurora)).toEqual(before);
    },
    LONG_MS,
  );
});
