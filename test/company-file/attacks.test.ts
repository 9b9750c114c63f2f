import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseOf, forgeFile, makeTwoApps, runJob } from '@test/support/company-files.ts';
import { createRandom } from '@test/support/random.ts';
import { unpack } from '@test/upgrade/released.ts';
import { countMigrations } from '@/core/db/migration-backup.ts';
import { readRows, withDatabase } from '@/core/db/open-file.ts';
import { TENANT_MIGRATIONS } from '@/core/db/tenants/tenants.ts';
import { inspect } from '@/ops/backup/database-snapshot.ts';
import { importCompany } from '@/ops/company-transfer/import-company.ts';
import { CHANGES } from './hostile-databases.ts';

const DAY_MS = 86_400_000;
const root = mkdtempSync(join(tmpdir(), 'balcao-attacks-'));
const [here, there, dataDir] = [join(root, 'here'), join(root, 'there'), join(root, 'desk')];
const [honest, forged] = [join(root, 'honest.balcao'), join(root, 'forged.balcao')];

beforeAll(async () => {
  const { aurora } = await makeTwoApps(here, there);
  await runJob({
    ...{ kind: 'export', dataDir: here, companyId: aurora, target: honest },
    ...{ now: '2026-03-10T06:12:00.000Z', version: '0.0.0', keepFree: 0 },
    ...{ passphrase: null, recipient: null, withSecrets: false },
  });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));
beforeEach(() => {
  rmSync(dataDir, { recursive: true, force: true });
  cpSync(there, dataDir, { recursive: true });
});

const platform = () => join(dataDir, 'platform.db');
const dumpOfOthers = () => [
  readRows(platform(), 'select * from companies where id <= 2'),
  readRows(platform(), 'select * from logins where company_id <= 2'),
  readRows(databaseOf(dataDir, 2), 'select * from users'),
];
const come = (name?: string) =>
  importCompany({
    ...{ dataDir, source: forged, passphrase: null, identities: [], folder: 'one' },
    ...{ now: new Date('2026-03-10T12:00:00Z'), step: async () => undefined, name },
  }).then(
    ({ companyId }) => companyId,
    (error: Error) => error.message,
  );
function withSchema(path: string, sql: string): void {
  withDatabase(path, (database) =>
    database.exec(
      `PRAGMA foreign_keys = OFF; PRAGMA legacy_alter_table = ON; PRAGMA writable_schema = ON; ${sql}`,
    ),
  );
}

test('users in a forged full-text table never become super administrators', async () => {
  const before = dumpOfOthers();
  await forgeFile(honest, forged, {
    database: (path) => {
      const names = readRows<{ name: string }>(path, "select name from pragma_table_info('users')")
        .map(({ name }) => name)
        .join(', ');
      withSchema(
        path,
        `update users set super = 1; alter table users rename to realusers;
         create virtual table users using fts5(${names}, content='realusers', content_rowid='id')`,
      );
    },
  });
  expect(await come()).toContain('code that is not this desk’s');
  expect(dumpOfOthers()).toEqual(before);
  expect(readRows(platform(), 'select id from companies')).toHaveLength(1);
});

test('hostile databases leave the importing installation unchanged', async () => {
  const before = dumpOfOthers();
  const random = createRandom(7);
  for (const [kind, change] of Object.entries(CHANGES)) {
    await forgeFile(honest, forged, { database: (path) => change(path, random) });
    const companyId = await come(kind);
    const [, last] = readRows<{ id: number }>(platform(), 'select id from companies order by id');
    // A company of its own, or nothing at all.
    expect({ kind, companyId, last: last?.id }).toEqual({
      ...{ kind, companyId: last?.id ?? expect.stringMatching(/code that is not|damaged/), last: last?.id },
    });
    expect({ kind, others: dumpOfOthers() }).toEqual({ kind, others: before });
    if (last)
      expect(readRows(databaseOf(dataDir, last.id), 'select id from users where super <> 0')).toEqual([]);
    expect(existsSync(join(dataDir, 'imports'))).toBe(false);
    rmSync(dataDir, { recursive: true });
    cpSync(there, dataDir, { recursive: true });
  }
});

test('a company id in the file is not used, and later companies get their own ids', async () => {
  const before = dumpOfOthers();
  await forgeFile(honest, forged, { head: (head) => ({ ...head, companyId: 2 ** 53 - 1 }) });
  expect(await come()).toContain('damaged');
  for (const companyId of [2, 700, 2 ** 53 - 2 ** 20]) {
    await forgeFile(honest, forged, {
      head: (head) => ({ ...head, companyId }),
      rows: (rows) => ({ ...rows, company: { ...rows.company, id: companyId } }),
    });
    const next =
      Math.max(...readRows<{ id: number }>(platform(), 'select id from companies').map(({ id }) => id)) + 1;
    expect(await come(`Aurora ${companyId}`)).toBe(next);
  }
  expect(dumpOfOthers()).toEqual(before);
});

test('rejects a CHECK constraint that takes seconds', async () => {
  await forgeFile(honest, forged, {
    database: (path) =>
      withSchema(
        path,
        `update sqlite_master set sql = substr(sql, 1, length(sql) - 1) || ', CHECK(length(hex(zeroblob(400000000))) > 0))'
           where type = 'table' and name = 'tags'`,
      ),
  });
  expect(await come()).toContain('code that is not this desk’s');
});

test('ignores due date, plan, status and billing day in the file', async () => {
  await forgeFile(honest, forged, {
    rows: (rows) => ({
      ...rows,
      company: {
        ...rows.company,
        ...{
          due_date: Date.UTC(2100, 0, 1),
          plan_id: 77,
          billing_day: 3,
          recurrence: 'ANUAL',
          trial_expiration: 1,
        },
      },
    }),
  });
  const companyId = await come();
  const [row] = readRows<Record<string, number | string | null>>(
    platform(),
    `select * from companies where id = ${companyId}`,
  );
  expect(row).toMatchObject({
    due_date: Date.parse('2026-03-10T12:00:00Z') + 30 * DAY_MS,
    billing_day: null,
    trial_expiration: null,
  });
  expect([row?.plan_id, row?.recurrence]).not.toContain(77);
  expect(row?.recurrence).not.toBe('ANUAL');
});

test('logins of users missing from the file are not imported', async () => {
  await forgeFile(honest, forged, {
    rows: (rows) => ({ ...rows, logins: [{ email: 'intruso@aurora.test', user_id: 4242 }] }),
  });
  const companyId = await come();
  expect(companyId).toBe(3);
  expect(readRows(platform(), `select * from logins where company_id = ${companyId}`)).toEqual([]);
});

test('upgrades a file of an older version and refuses one of a newer version', async () => {
  const older = join(root, 'older.db');
  await unpack('0.1.0', 'company.db', older);
  const { migrations, counts } = inspect(older);
  await forgeFile(honest, forged, {
    database: (path) => cpSync(older, path),
    head: (head) => ({ ...head, migrations }),
    rows: (rows) => ({ ...rows, logins: [] }),
  });
  const companyId = await come();
  expect(companyId).toBe(3);
  const taken = inspect(databaseOf(dataDir, 3));
  expect(taken.migrations).toBe(countMigrations(TENANT_MIGRATIONS));
  expect(taken.counts).toMatchObject({
    ...Object.fromEntries(
      ['messages', 'contacts', 'tickets', 'users', 'tags'].map((name) => [name, counts[name]]),
    ),
    contact_totals: counts.contact_totals,
  });
  await forgeFile(honest, forged, { head: (head) => ({ ...head, migrations: 999 }) });
  expect(await come('Mais nova')).toContain('later version');
});
