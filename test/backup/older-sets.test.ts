import { afterAll, describe, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as tenantSchema from '@db/tenant/schema/index.ts';
import { openDatabase } from '@/core/db/database.ts';
import { countMigrations } from '@/core/db/migration-backup.ts';
import { TENANT_MIGRATIONS } from '@/core/db/tenants/tenants.ts';
import { saltedHash } from '@/modules/erasures/rows/find-subject.queries.ts';
import { keysToRestore } from '@/ops/backup/backup-keys.ts';
import { createFolderStore } from '@/ops/backup/backup-store.ts';
import { inspect } from '@/ops/backup/database-snapshot.ts';
import { restore } from '@/ops/backup/restore/restore.ts';
import { putTombstone } from '@/ops/backup/tombstones.ts';
import { backUp } from '../support/backups.ts';
import { createTestApp } from '../support/deps.ts';
import { emailOf, PASSWORD } from '../support/people.ts';
import { expectStored, RELEASES, rowsIn, unpack } from '../upgrade/released.ts';
import { companyIn, type Folders, filledData, forget, into, makeFolders, night } from './filled.ts';

const [AURORA, BOREAL] = [1, 2];
const CUSTOMER = { id: 2, name: 'Cliente fixture', number: '5511988887777' };
const CHANGED = Object.fromEntries([
  ...[
    'session_keys',
    ...['status', 'qrcode', 'pairing_code', 'retries', 'trouble'].map((one) => `connections.${one}`),
  ].map((name) => [name, 'unpaired']),
  ...['status', 'stopped_for', 'updated_at'].map((one) => [`campaigns.${one}`, 'was due']),
  ['schedules.error', 'was due'],
]);

const roots: string[] = [];
afterAll(() => {
  for (const root of roots) rmSync(root, { recursive: true, force: true });
});

async function setOf(version: string): Promise<Folders> {
  const root = mkdtempSync(join(tmpdir(), 'balcao-older-'));
  roots.push(root);
  const folders = { root, dataDir: join(root, 'data'), target: join(root, 'target') };
  for (const id of [AURORA, BOREAL]) {
    const path = companyIn(folders.dataDir, id);
    // The server does not start if messages reference files and none exist.
    mkdirSync(join(dirname(path), 'media/202603'), { recursive: true });
    writeFileSync(join(dirname(path), 'media/202603/one.txt'), 'a file');
    await unpack(version, 'company.db', path);
  }
  await unpack(version, 'platform.db', join(folders.dataDir, 'platform.db'));
  const { result } = await backUp({ ...folders, version, ...night(1) });
  expect(result).toMatchObject({ companies: 2, differences: [] });
  return folders;
}

async function expectAtWork(dataDir: string): Promise<void> {
  const { people: testPeople } = await filledData();
  const testApp = await createTestApp({ from: { dataDir, people: testPeople } });
  const guard = await testApp.as();
  const login = { email: emailOf('rui'), password: PASSWORD };
  const { status, body } = await guard.json<{ token: string }>('POST', '/auth/login', login);
  expect(status).toBe(200);
  const found = await guard.raw(`/contacts?searchParam=${CUSTOMER.number}`, {
    headers: { Accept: 'application/json', Authorization: `Bearer ${body.token}` },
  });
  expect(await found.text()).toContain(CUSTOMER.name);
  await testApp.stop();
}

test('the oldest stored set has an older schema than this version', async () => {
  const { dataDir } = await setOf(RELEASES[0] ?? '');
  expect(inspect(companyIn(dataDir, AURORA)).migrations).toBeLessThan(countMigrations(TENANT_MIGRATIONS));
});

for (const version of RELEASES)
  describe(`backup set written by ${version}`, () => {
    test('is restored unchanged, migrated when opened and usable by its users', async () => {
      const folders = await setOf(version);
      const whole = into(folders);
      expect(await restore(whole)).toMatchObject({ companies: 2 });
      const [before, after] = [folders.dataDir, whole.dataDir].map((dataDir) => companyIn(dataDir, AURORA));
      if (!before || !after) throw new Error('no company');
      expect(inspect(after).migrations).toBe(inspect(before).migrations);
      await expectAtWork(whole.dataDir);
      const opened = await openDatabase({
        url: `file:${after}`,
        schema: tenantSchema,
        migrations: TENANT_MIGRATIONS,
      });
      await opened.close();
      expectStored(rowsIn(before), rowsIn(after), CHANGED);
    });

    test('restores one company into an app of this version', async () => {
      const folders = await setOf(version);
      const { root, dataDir } = await makeFolders();
      roots.push(root);
      forget(dataDir, AURORA);
      const one = into(folders, { dataDir, companyId: AURORA });
      expect(await restore(one)).toMatchObject({ companies: 1 });
      await expectAtWork(dataDir);
    });

    test('does not restore a person erased since', async () => {
      const folders = await setOf(version);
      const salt = 'salt';
      await putTombstone(createFolderStore(folders.target), keysToRestore([]), {
        ...{ format: 1, kind: 'person', uuid: 'u-1', companyId: AURORA, askedAt: night(2).now },
        ...{ contactIds: [CUSTOMER.id], lastContactId: CUSTOMER.id, salt },
        hashes: [saltedHash(salt, CUSTOMER.number)],
      });
      const whole = into(folders);
      await restore(whole);
      const holds = (companyId: number) =>
        readFileSync(companyIn(whole.dataDir, companyId)).includes(CUSTOMER.number);
      expect([holds(AURORA), holds(BOREAL)]).toEqual([false, true]);
    });
  });
