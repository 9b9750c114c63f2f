import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as platformSchema from '@db/platform/schema/index.ts';
import * as schema from '@db/tenant/schema/index.ts';
import { createTestCluster } from '@test/support/cluster.ts';
import { refusalOf } from '@test/support/refusal.ts';
import { NEWEST, rowsIn, unpack } from '@test/upgrade/released.ts';
import { openDatabase } from '@/core/db/database.ts';
import { PLATFORM_MIGRATIONS } from '@/core/db/platform-database.ts';
import { describeWithSqld, type RunningSqld, startSqld } from '@/core/db/remote/sqld.test-support.ts';
import { TENANT_MIGRATIONS } from '@/core/db/tenants/tenants.ts';
import { PLATFORM, systemScope } from '@/core/scope.ts';
import { type DatabasesAt, databasesInFolder, databasesOn } from '@/ops/cluster-move/databases-at.ts';
import { moveDatabases } from '@/ops/cluster-move/move-databases.ts';
import { requireStoppedNodes } from '@/ops/cluster-move/require-stopped-nodes.ts';

const COMPANY = 1;
/** The fixture's platform knows it, but has no file of it. */
const LOST = 2;

describeWithSqld('a desk of files', () => {
  let server: RunningSqld;
  let dir: string;
  let files: DatabasesAt;
  let remote: DatabasesAt;

  const platformPath = (folder = dir) => join(folder, 'platform.db');
  const companyPath = (folder = dir) => join(folder, 'companies', String(COMPANY), 'company.db');
  const move = async (from: DatabasesAt, to: DatabasesAt, replaces = false) => {
    const outcomes: string[] = [];
    const step = (companyId: number, outcome: string) => void outcomes.push(`${companyId} ${outcome}`);
    const { companies, missing } = await moveDatabases({ from, to, replaces, step });
    return { outcomes, companies, missing };
  };
  const change = async (databases: DatabasesAt, sql: string) => {
    const client = databases.open(COMPANY);
    await client.execute(sql);
    client.close();
  };

  beforeEach(async () => {
    server = await startSqld();
    dir = mkdtempSync(join(tmpdir(), 'balcao-move-'));
    mkdirSync(join(dir, 'companies', String(COMPANY)), { recursive: true });
    await unpack(NEWEST, 'platform.db', platformPath());
    await unpack(NEWEST, 'company.db', companyPath());
    const [platformUrl, url] = [`file:${platformPath()}`, `file:${companyPath()}`];
    const opened = [
      await openDatabase({ url: platformUrl, schema: platformSchema, migrations: PLATFORM_MIGRATIONS }),
      await openDatabase({ url, schema, migrations: TENANT_MIGRATIONS }),
    ];
    for (const database of opened) await database.close();
    files = databasesInFolder(dir);
    remote = databasesOn(server);
  });
  afterEach(async () => {
    await server.stop();
    rmSync(dir, { recursive: true });
  });

  test('moves to a server, serves there, and comes back with what was written', async () => {
    expect(await move(files, remote)).toEqual({
      outcomes: ['1 copied', '0 copied'],
      companies: 1,
      missing: [LOST],
    });
    const before = rowsIn(companyPath());

    const cluster = createTestCluster(server);
    const node = await cluster.start();
    const { db } = await systemScope(node.kernel, COMPANY);
    expect(await db.$count(schema.messages)).toBe(before.get('messages')?.length ?? -1);
    await expect(requireStoppedNodes(remote)).rejects.toThrow(`the node ${node.url} runs`);
    await cluster.stop();
    await requireStoppedNodes(remote);
    await change(remote, "UPDATE contacts SET email = 'novo@example.com' WHERE is_group = 0");

    const back = mkdtempSync(join(tmpdir(), 'balcao-back-'));
    expect(await move(remote, databasesInFolder(back))).toMatchObject({ outcomes: ['1 copied', '0 copied'] });
    const after = rowsIn(companyPath(back));
    expect(after.get('messages')).toEqual(before.get('messages') ?? []);
    expect(JSON.stringify(after.get('contacts'))).toContain('novo@example.com');
    expect(rowsIn(platformPath(back)).get('nodes')).toEqual([]);
    rmSync(back, { recursive: true });
  }, 60_000);

  test('goes on where a move was cut off, and never takes a copy that is older for whole', async () => {
    await remote.create(COMPANY).then(async (half) => {
      await half.execute('CREATE TABLE unfinished_copy (id INTEGER)');
      half.close();
    });
    expect(await move(files, remote)).toMatchObject({ outcomes: ['1 copied', '0 copied'] });
    expect(await move(files, remote)).toMatchObject({ outcomes: ['1 there', '0 there'] });

    await change(files, "UPDATE contacts SET email = 'depois@example.com' WHERE is_group = 0");
    expect(await refusalOf(move(files, remote))).toContain('company 1 is there, and its contacts differ');
    expect(await move(files, remote, true)).toMatchObject({ outcomes: ['1 copied', '0 there'] });
  }, 60_000);

  test('with a deleted company moves it there and back, where it is still in the bin', async () => {
    const folder = join(dir, 'bin', '7');
    mkdirSync(folder, { recursive: true });
    await unpack(NEWEST, 'company.db', join(folder, 'company.db'));
    const platform = files.open(PLATFORM);
    await platform.execute(
      "INSERT INTO deleted_companies (company_id, name, deleted_at, kept_until, record) VALUES (7, 'Sete', 0, 9e12, '{}')",
    );
    platform.close();
    expect((await move(files, remote)).outcomes).toEqual(['1 copied', '7 copied', '0 copied']);
    const back = mkdtempSync(join(tmpdir(), 'balcao-back-'));
    expect((await move(remote, databasesInFolder(back))).outcomes).toContain('7 copied');
    rmSync(folder, { recursive: true });
    expect((await move(remote, files)).outcomes).toContain('7 copied');
    rmSync(back, { recursive: true });
  }, 60_000);

  test('whose company has lost its file is named, and the others are moved', async () => {
    await files.remove(COMPANY);
    expect(await move(files, remote)).toEqual({
      outcomes: ['0 copied'],
      companies: 0,
      missing: [COMPANY, LOST],
    });
    expect(await refusalOf(move(databasesInFolder(join(dir, 'empty')), remote))).toContain(
      'There is no installation',
    );
    expect(await remote.has(PLATFORM)).toBe(true);
  });
});
