import { afterAll, beforeAll, expect, test } from 'bun:test';
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { contacts, tags } from '@db/tenant/schema/index.ts';
import { type StoredCluster, startStoredCluster } from '@test/support/cluster.ts';
import { runJob } from '@test/support/company-files.ts';
import { emailOf } from '@test/support/people.ts';
import { refusalOf } from '@test/support/refusal.ts';
import { until } from '@test/support/until.ts';
import { createNamespaces } from '@/core/db/remote/database-server.ts';
import { describeWithSqld } from '@/core/db/remote/sqld.test-support.ts';
import { openScope, type Scope, systemScope } from '@/core/scope.ts';
import { createMediaBucket } from '@/core/storage/media-bucket.client.ts';
import { prefixOf } from '@/core/storage/shared-storage.ts';
import { checkFile, dropImport, importsAtStart, takeOver } from '@/modules/company-files/imports.service.ts';
import { incomingFolder } from '@/modules/company-files/incoming-files.service.ts';
import { createTag } from '@/modules/tags/tags.service.ts';
import { importCompany } from '@/ops/company-transfer/import-company.ts';

const LONG_MS = 120_000;

describeWithSqld('a company that comes from another desk to several nodes', () => {
  let stored: StoredCluster;
  let file: string;
  let ana: Scope;

  const kernel = () => stored.node.kernel;
  const isOnServer = (companyId: number) => createNamespaces(stored.server).has(`company-${companyId}`);
  const mediaOf = (companyId: number) =>
    Array.fromAsync(createMediaBucket(stored.shared.media).list(prefixOf(companyId)));
  const tagsOf = async (companyId: number) => {
    const { db } = await systemScope(kernel(), companyId);
    return (await db.select().from(tags)).map(({ name }) => name);
  };

  async function checked(): Promise<number> {
    mkdirSync(incomingFolder(kernel()), { recursive: true });
    copyFileSync(file, join(incomingFolder(kernel()), 'aurora.balcao'));
    await checkFile(ana, { file: 'aurora.balcao', passphrase: '' });
    const state = await until('the file is checked', () => {
      const now = kernel().services.companyImport.state;
      return now.at === 'checking' ? undefined : now;
    });
    if (state.at !== 'checked') throw new Error(JSON.stringify(state));
    return state.unpacked.companyId;
  }

  beforeAll(async () => {
    stored = await startStoredCluster();
    const { companyId, userId } = stored.people;
    const system = await systemScope(kernel(), companyId.aurora);
    await createTag(system, { name: 'da Aurora', color: '#111111', kanban: false });
    const { key } = await kernel().storage.save(companyId.aurora, new TextEncoder().encode('foto'), 'jpg');
    await system.write(({ db }) => db.update(contacts).set({ picturePath: key }));
    file = join(stored.root, 'aurora.balcao');
    await runJob({
      ...{
        kind: 'export',
        dataDir: kernel().config.dataDir,
        shared: stored.shared,
        companyId: companyId.aurora,
      },
      ...{ target: file, now: '2026-03-10T06:12:00.000Z', version: '0.1.0' },
      ...{ keepFree: 0, passphrase: null, recipient: null, withSecrets: false },
    });
    ana = await openScope(kernel(), {
      companyId: companyId.aurora,
      actor: {
        ...{ kind: 'user', id: userId.ana, companyId: companyId.aurora, name: 'Ana', email: emailOf('ana') },
        ...{ profile: 'admin', super: true, queueIds: [], allTicket: true, connectionId: null },
        ...{ session: 'of-ana', provenAt: new Date() },
      },
    });
  }, LONG_MS);
  afterAll(() => stored.stop());

  test(
    'is on the servers when its file is checked, and gone from them when it is not wanted',
    async () => {
      const companyId = await checked();
      expect([await isOnServer(companyId), (await mediaOf(companyId)).length]).toEqual([true, 1]);
      await dropImport(ana);
      expect([await isOnServer(companyId), await mediaOf(companyId)]).toEqual([false, []]);
    },
    LONG_MS,
  );

  test(
    'is gone after a start when the process died before its rows were in the platform',
    async () => {
      const companyId = await checked();
      kernel().services.companyImport.state = { at: 'nothing' };
      await importsAtStart.run(kernel());
      expect([await isOnServer(companyId), await mediaOf(companyId)]).toEqual([false, []]);
      expect(existsSync(join(kernel().config.dataDir, 'imports'))).toBe(false);
    },
    LONG_MS,
  );

  test(
    'is served by a node as soon as it has its rows, and stays after the next start',
    async () => {
      const companyId = await checked();
      await takeOver(ana, { name: 'Aurora de longe' });
      await until('a node serves it', () => kernel().owns(companyId));
      expect(await tagsOf(companyId)).toEqual(['da Aurora']);
      await createTag(await systemScope(kernel(), companyId), {
        name: 'nova',
        color: '#111111',
        kanban: false,
      });
      await importsAtStart.run(kernel());
      expect(await tagsOf(companyId)).toEqual(['da Aurora', 'nova']);
    },
    LONG_MS,
  );

  test(
    'comes by the command, too, when all nodes are stopped',
    async () => {
      const importing = {
        ...{
          dataDir: join(stored.root, 'operator'),
          shared: stored.shared,
          source: file,
          name: 'Por comando',
        },
        ...{ passphrase: null, identities: [], folder: 'one', now: new Date(), step: async () => undefined },
      };
      mkdirSync(importing.dataDir);
      expect(await refusalOf(importCompany(importing))).toContain(`the node ${stored.node.url} runs`);
      await stored.node.stop();
      const { companyId, name } = await importCompany(importing);
      expect([name, await isOnServer(companyId), (await mediaOf(companyId)).length]).toEqual([
        ...['Por comando', true, 1],
      ]);
      const next = await stored.cluster.start();
      await until('a node serves it', () => next.kernel.owns(companyId));
      await next.stop();
    },
    LONG_MS,
  );
});
