import { afterAll, beforeAll, expect, test } from 'bun:test';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { prompts } from '@db/tenant/schema/index.ts';
import { type StoredCluster, startNode, startStoredCluster } from '@test/support/cluster.ts';
import { freePort } from '@test/support/free-port.ts';
import { refusalOf } from '@test/support/refusal.ts';
import { RemoteClient } from '@/core/db/remote/remote-client.ts';
import { describeWithSqld } from '@/core/db/remote/sqld.test-support.ts';
import { type Kernel, systemScope } from '@/core/scope.ts';
import { loadSecrets, markOf } from '@/core/security/secrets.ts';
import { apiKeys } from '@/modules/prompts/prompt-keys.logic.ts';
import { rotate } from '@/ops/rotation/rotate-secrets.ts';
import { keysOfNodes } from '@/ops/rotation/stored-keys.ts';

const LONG_MS = 300_000;

describeWithSqld('new keys for several nodes', () => {
  let stored: StoredCluster;

  const folder = (name: string) => join(stored.root, name);
  const secretsIn = (name: string) => readFileSync(join(folder(name), 'secrets.json'), 'utf8');
  const start = (name: string) =>
    startNode({
      server: stored.server,
      dataDir: folder(name),
      port: String(freePort()),
      media: stored.shared.media,
    });
  const rotating = (name: string, step = async (_: string): Promise<void> => undefined) => ({
    dataDir: folder(name),
    shared: stored.shared,
    keep: [],
    operator: 'root',
    now: () => new Date('2026-03-01T12:00:00Z'),
    step,
  });
  const keyOf = async (kernel: Kernel, companyId: number) => {
    const scope = await systemScope(kernel, companyId);
    const [prompt] = await scope.db.select().from(prompts);
    return prompt && apiKeys.decrypt(scope, prompt.id, prompt.apiKey);
  };

  beforeAll(async () => {
    stored = await startStoredCluster();
    const { node, people } = stored;
    const scope = await systemScope(node.kernel, people.companyId.aurora);
    await scope.write(({ db }) =>
      db.insert(prompts).values({
        ...{ id: 7, name: 'p', prompt: 'p', queueId: people.queueId.Vendas },
        apiKey: apiKeys.encrypt(scope, 7, 'api key'),
      }),
    );
  }, LONG_MS);
  afterAll(() => stored.stop());

  test(
    'are made while all are stopped, survive a kill at each step, and keep out a node with the old ones',
    async () => {
      const { node, people } = stored;
      const { aurora } = people.companyId;
      for (const name of ['one', 'two']) {
        const dataDir = folder(name);
        mkdirSync(dataDir);
        copyFileSync(join(node.kernel.config.dataDir, 'secrets.json'), join(dataDir, 'secrets.json'));
      }
      expect(await refusalOf(rotate(rotating('one')))).toContain(`the node ${node.url} runs`);
      await node.stop();
      const before = secretsIn('one');
      for (const at of ['snapshot', 'begun', `companies/${aurora} prompts.api_key`, 'resealed']) {
        const step = async (name: string) => {
          if (name === at) throw new Error('killed');
        };
        expect(await refusalOf(rotate(rotating('one', step)))).toContain('killed');
        if (at !== 'snapshot')
          expect(await refusalOf(start('two'))).toContain('differs from that of the other');
      }
      expect(await rotate(rotating('one'))).toMatchObject({ lost: 0, databases: 3 });
      expect(secretsIn('one')).not.toBe(before);
      for (const path of ['platform.db', `companies/${aurora}/company.db`, 'secrets.json'])
        expect([path, existsSync(join(folder('one'), 'before-rotation', path))]).toEqual([path, true]);
      expect(await refusalOf(start('two'))).toContain('differs from that of the other');
      const started = await start('one');
      expect(await keyOf(started.kernel, aurora)).toBe('api key');
      await started.stop();
    },
    LONG_MS,
  );

  test(
    'are refused from a folder whose keys are not those of the nodes',
    async () => {
      expect(await refusalOf(rotate(rotating('two')))).toContain('differs from that of the nodes');
    },
    LONG_MS,
  );

  test('that the nodes have already, after a kill, come into use', async () => {
    const next = join(folder('one'), 'next-secrets');
    mkdirSync(next);
    const made = loadSecrets(next);
    const platform = new RemoteClient({ server: stored.server, name: 'platform' }, () => undefined);
    await platform.execute({ sql: 'update nodes set secrets_mark = ?', args: [markOf(made)] });
    await keysOfNodes(folder('one'), platform).read();
    expect(loadSecrets(folder('one'))).toEqual(made);
    expect(existsSync(next)).toBe(false);
    platform.close();
  });
});
