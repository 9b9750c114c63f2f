import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as platformSchema from '@db/platform/schema/index.ts';
import * as tenantSchema from '@db/tenant/schema/index.ts';
import { openDatabase } from '@/core/db/database.ts';
import { withDatabase } from '@/core/db/open-file.ts';
import { openPlatform, PLATFORM_MIGRATIONS } from '@/core/db/platform-database.ts';
import { createTenants, TENANT_MIGRATIONS } from '@/core/db/tenants/tenants.ts';
import { StartRefused } from '@/core/errors.ts';
import { VERSION } from '@/version.ts';
import { until } from '../support/until.ts';
import { expectStored, NEWEST, RELEASES, rowsIn, unpack } from './released.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'balcao-upgrade-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

type Journal = {
  entries: { idx: number; when: number; tag: string; version: string; breakpoints: boolean }[];
};

function migrations(count: number, sql?: string): string {
  const folder = mkdtempSync(join(dir, 'migrations-'));
  cpSync(TENANT_MIGRATIONS, folder, { recursive: true });
  const path = join(folder, 'meta/_journal.json');
  const journal: Journal = JSON.parse(readFileSync(path, 'utf8'));
  journal.entries = journal.entries.slice(0, count);
  const when = (journal.entries.at(-1)?.when ?? 0) + 1;
  if (sql) journal.entries.push({ idx: count, when, tag: 'then', version: '6', breakpoints: true });
  writeFileSync(join(folder, 'then.sql'), sql ?? '');
  writeFileSync(path, JSON.stringify(journal));
  return folder;
}
const RELEASED = (JSON.parse(readFileSync(join(TENANT_MIGRATIONS, 'meta/_journal.json'), 'utf8')) as Journal)
  .entries.length;

describe('databases from a released version or an earlier commit', () => {
  test('exist for this version', () => {
    expect(RELEASES).toContain(VERSION);
  });

  for (const version of RELEASES)
    test(`${version}: preserves every row and column and derives consistent data`, async () => {
      const [company, platform] = [join(dir, 'company.db'), join(dir, 'platform.db')];
      await unpack(version, 'company.db', company);
      await unpack(version, 'platform.db', platform);
      const [ofCompany, ofPlatform] = [rowsIn(company), rowsIn(platform)];
      expect([...ofCompany.values()].filter((rows) => rows.length > 0).length).toBeGreaterThan(30);
      const opened = await openDatabase({
        url: `file:${company}`,
        schema: tenantSchema,
        migrations: TENANT_MIGRATIONS,
      });
      const [found] = (
        await opened.client.execute(
          "select count(*) as n from messages_fts where messages_fts match 'fixture'",
        )
      ).rows;
      expect(Number(found?.n)).toBeGreaterThan(0);
      await opened.close();
      const other = await openDatabase({
        url: `file:${platform}`,
        schema: platformSchema,
        migrations: PLATFORM_MIGRATIONS,
      });
      await other.close();
      expectStored(ofCompany, rowsIn(company));
      expectStored(ofPlatform, rowsIn(platform));
    });
});

test('a platform database with an unknown schema is refused with one message and left unchanged', async () => {
  const path = join(dir, 'platform.db');
  await unpack(NEWEST, 'platform.db', path);
  withDatabase(path, (unknown) => unknown.exec('PRAGMA user_version = 1; delete from __drizzle_migrations'));
  const before = rowsIn(path);
  const refusal = await openPlatform(dir).catch((error) => error);
  expect(refusal).toBeInstanceOf(StartRefused);
  expect(refusal.message).toMatch(/unknown schema .*already exists[^\n]*restore a backup\.$/);
  expect(rowsIn(path)).toEqual(before);
});

describe('company migration', () => {
  test('that fails leaves only that company on its old schema and is retried', async () => {
    const tenants = createTenants({ dataDir: dir, ticks: () => 0 });
    const { at, table } = newestTable();
    const path = (companyId: number) => join(tenants.folder(companyId), 'company.db');
    for (const companyId of [7, 8]) {
      mkdirSync(tenants.folder(companyId), { recursive: true });
      const old = await openDatabase({
        url: `file:${path(companyId)}`,
        schema: tenantSchema,
        migrations: migrations(at),
      });
      await old.client.execute("insert into contacts (name, number) values ('Maria', '5511')");
      await old.close();
    }
    withDatabase(path(7), (database) => database.exec(`create table "${table}" (x)`));
    const before = rowsIn(path(7));

    await expect(tenants.open(7)).rejects.toThrow();
    expect(await (await tenants.open(8)).db.select().from(tenantSchema.contacts)).toHaveLength(1);
    expect(tenants.failingIds()).toEqual([7]);
    expect(rowsIn(path(7))).toEqual(before);
    expect(readdirSync(tenants.folder(7)).filter((name) => name.includes('.before'))).toEqual([]);

    withDatabase(path(7), (database) => database.exec(`drop table "${table}"`));
    expect(await (await tenants.open(7)).db.select().from(tenantSchema.contacts)).toHaveLength(1);
    expect(tenants.failingIds()).toEqual([]);
    await tenants.closeAll();
  });

  test('killed midway restarts from its copy', async () => {
    const path = join(dir, 'company.db');
    await unpack(NEWEST, 'company.db', path);
    const first = await openDatabase({
      url: `file:${path}`,
      schema: tenantSchema,
      migrations: TENANT_MIGRATIONS,
    });
    await first.close();
    const before = rowsIn(path);
    const endless = migrations(
      RELEASED,
      `DELETE FROM messages;
--> statement-breakpoint
CREATE TABLE later AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1e15) SELECT count(*) AS n FROM n;`,
    );
    const child = Bun.spawn([process.execPath, join(import.meta.dir, 'migrating-process.ts'), path, endless]);
    await until('the copy to be there', () => existsSync(`${path}.before`));
    child.kill('SIGKILL');
    await child.exited;
    writeFileSync(path, 'half written');
    const again = await openDatabase({
      url: `file:${path}`,
      schema: tenantSchema,
      migrations: TENANT_MIGRATIONS,
    });
    await again.close();
    expect(rowsIn(path)).toEqual(before);
    expect(readdirSync(dir).filter((name) => name.includes('.before'))).toEqual([]);
  });
});

function newestTable(): { at: number; table: string } {
  const { entries }: Journal = JSON.parse(
    readFileSync(join(TENANT_MIGRATIONS, 'meta/_journal.json'), 'utf8'),
  );
  for (let at = entries.length - 1; ; at -= 1) {
    const sql = readFileSync(join(TENANT_MIGRATIONS, `${entries[at]?.tag}.sql`), 'utf8');
    const table = /CREATE TABLE [`"](\w+)[`"]/.exec(sql)?.[1];
    if (table) return { at, table };
  }
}
