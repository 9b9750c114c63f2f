import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { companies } from '@db/platform/schema/index.ts';
import { tags } from '@db/tenant/schema/index.ts';
import { backUp as backUpIn } from '@test/support/backups.ts';
import { type PeopledCluster, SECRET, startPeopledCluster, type TestNode } from '@test/support/cluster.ts';
import type { People } from '@test/support/people.ts';
import { type S3Server, startS3 } from '@test/support/s3.ts';
import { eq } from 'drizzle-orm';
import { readRows } from '@/core/db/open-file.ts';
import { fetchDatabase } from '@/core/db/remote/copy-namespace.ts';
import { describeWithSqld, type RunningSqld } from '@/core/db/remote/sqld.test-support.ts';
import { systemScope } from '@/core/scope.ts';
import { createTag } from '@/modules/tags/tags.service.ts';
import { examineApp } from '@/ops/doctor/doctor.ts';

const LONG_MS = 120_000;
const bytesOf = (text: string) => new TextEncoder().encode(text);

describeWithSqld('backup and doctor of several nodes', () => {
  let server: RunningSqld;
  let store: S3Server;
  let stop: PeopledCluster['stop'];
  let node: TestNode;
  let people: People;
  let root: string;
  let nights = 0;

  beforeAll(async () => {
    store = await startS3();
    ({ server, node, people, stop } = await startPeopledCluster(store.settings));
    root = mkdtempSync(join(tmpdir(), 'balcao-operations-'));
    const scope = await systemScope(node.kernel, people.companyId.aurora);
    await createTag(scope, { name: 'Primeira', color: '#111111', kanban: false });
    await node.kernel.storage.save(people.companyId.aurora, bytesOf('uma foto'), 'jpg');
  }, LONG_MS);
  afterAll(async () => {
    await stop();
    store.stop();
    rmSync(root, { recursive: true, force: true });
  });

  const shared = () => ({ database: server, media: store.settings, secret: SECRET });
  const backUp = (onStep?: (step: string) => unknown, more: object = {}) => {
    nights += 1;
    const now = new Date(Date.UTC(2026, 2, nights, 6)).toISOString();
    return backUpIn({ dataDir: root, target: join(root, 'sets'), shared: shared(), now, ...more }, onStep);
  };
  const examine = async () => {
    const lines: string[] = [];
    const write = (line: string) => void lines.push(line);
    const result = await examineApp({
      dataDir: root,
      shared: shared(),
      now: new Date(),
      mends: false,
      write,
    });
    return { ...result, lines };
  };

  test(
    'a set has every company and file, is proven, and the next one fetches only what changed',
    async () => {
      const first = await backUp();
      expect(first.result).toMatchObject({ companies: 2, files: 1, differences: [], damage: [] });
      const again = await backUp();
      expect(again.result).toMatchObject({ companies: 2, files: 1, differences: [] });
      const { aurora, boreal } = people.companyId;
      expect(again.steps.filter((step) => step.startsWith('snapshot'))).toEqual(['snapshot 0']);
      const scope = await systemScope(node.kernel, aurora);
      await createTag(scope, { name: 'Segunda', color: '#111111', kanban: false });
      const changed = (await backUp()).steps.filter((step) => step.startsWith('snapshot'));
      expect(changed).toEqual([`snapshot ${aurora}`, 'snapshot 0']);
      expect(changed).not.toContain(`snapshot ${boreal}`);
    },
    LONG_MS,
  );

  test(
    'a copy holds one moment, whatever the owner writes meanwhile',
    async () => {
      const scope = await systemScope(node.kernel, people.companyId.aurora);
      let count = 0;
      const writing = { goesOn: true };
      const writer = (async () => {
        for (; writing.goesOn; count += 1) {
          const pair = count;
          await scope.write(async (tx) => {
            for (const one of ['a', 'b']) {
              const name = `par ${pair} ${one}`;
              await tx.db.insert(tags).values({ name, searchName: name, color: '#111111', kanban: false });
            }
          });
        }
      })();
      const path = join(root, 'copy.db');
      const name = `company-${people.companyId.aurora}`;
      let copies = 0;
      for (; copies < 5; copies += 1) {
        await fetchDatabase({ server, name }, path);
        const sql = "select count(*) as n from tags where name like 'par %'";
        expect((readRows<{ n: number }>(path, sql)[0]?.n ?? 1) % 2).toBe(0);
      }
      const ended = await backUp();
      writing.goesOn = false;
      await writer;
      expect(count).toBeGreaterThan(0);
      expect(ended.result).toMatchObject({ companies: 2, differences: [] });
    },
    LONG_MS,
  );

  test(
    'a missing namespace or file is reported, and the others are in the set',
    async () => {
      await node.kernel.platform.write((tx) =>
        tx.insert(companies).values({ id: 77, name: 'Sem dados', email: 'sem@dados.test' }),
      );
      const ended = await backUp();
      expect(ended.result?.damage).toEqual(['company 77 has no database that could be read']);
      expect((await examine()).lines).toEqual([
        expect.stringContaining('company 77: company-77 is missing or empty'),
      ]);
      await node.kernel.platform.write((tx) => tx.delete(companies).where(eq(companies.id, 77)));
      expect((await examine()).lines).toEqual([]);
    },
    LONG_MS,
  );

  test(
    'fails as a whole while a server does not answer, or refuses the token',
    async () => {
      await store.switchTo('busy');
      expect(await backUp()).toMatchObject({ failed: 'unreachable' });
      await store.switchTo('well');
      const nowhere = { ...shared(), database: { ...server, url: 'http://127.0.0.1:9' } };
      expect(await backUp(undefined, { shared: nowhere })).toMatchObject({ failed: 'unreachable' });
    },
    LONG_MS,
  );
});
