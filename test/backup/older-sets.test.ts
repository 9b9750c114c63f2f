import { afterAll, describe, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as tenantSchema from '@db/tenant/schema/index.ts';
import { keysToRestore } from '@/backup/keys.ts';
import { restore } from '@/backup/restore.ts';
import { lookAt } from '@/backup/snapshot.ts';
import { createFolderStore } from '@/backup/store.ts';
import { putTombstone } from '@/backup/tombstones.ts';
import { openDatabase } from '@/kernel/db/database.ts';
import { countMigrations } from '@/kernel/db/snapshot.ts';
import { TENANT_MIGRATIONS } from '@/kernel/db/tenants.ts';
import { saltedHash } from '@/modules/erasures/rows/find-subject.ts';
import { backUp } from '../support/backups.ts';
import { createTestDesk } from '../support/deps.ts';
import { emailOf, PASSWORD } from '../support/people.ts';
import { expectKept, RELEASES, rowsIn, unpack } from '../upgrade/released.ts';
import { companyIn, filledData, forget, into, makePlace, night, type Place } from './filled.ts';

/** Of a machine that does ten other things. */
const MINUTE = 180_000;
/** As `bun run fixture` fills them; both folders hold the same company. */
const [AURORA, BOREAL] = [1, 2];
const CUSTOMER = { id: 2, name: 'Cliente fixture', number: '5511988887777' };
/** What coming back changes on purpose: lines are paired anew. */
const UNPAIRED = Object.fromEntries(
  [
    'session_keys',
    ...['status', 'qrcode', 'pairing_code', 'retries', 'trouble'].map((one) => `connections.${one}`),
  ].map((name) => [name, 'unpaired']),
);

const roots: string[] = [];
afterAll(() => {
  for (const root of roots) rmSync(root, { recursive: true, force: true });
});

/** A folder with the one set that a desk of that version wrote. */
async function setOf(version: string): Promise<Place> {
  const root = mkdtempSync(join(tmpdir(), 'balcao-older-'));
  roots.push(root);
  const place = { root, dataDir: join(root, 'data'), target: join(root, 'target') };
  for (const id of [AURORA, BOREAL]) {
    const path = companyIn(place.dataDir, id);
    // A desk whose messages name files does not start where none is there.
    mkdirSync(join(dirname(path), 'media/202603'), { recursive: true });
    writeFileSync(join(dirname(path), 'media/202603/one.txt'), 'a file');
    await unpack(version, 'company.db', path);
  }
  await unpack(version, 'platform.db', join(place.dataDir, 'platform.db'));
  const { result } = await backUp({ ...place, version, ...night(1) });
  expect(result).toMatchObject({ companies: 2, differences: [] });
  return place;
}

/** Rui signs in (Ana has a second factor) and finds the customer. */
async function expectAtWork(dataDir: string): Promise<void> {
  const { cast } = await filledData();
  const desk = await createTestDesk({ from: { dataDir, cast } });
  const door = await desk.as();
  const login = { email: emailOf('rui'), password: PASSWORD };
  const { status, body } = await door.json<{ token: string }>('POST', '/auth/login', login);
  expect(status).toBe(200);
  const found = await door.raw(`/contacts?searchParam=${CUSTOMER.number}`, {
    headers: { Accept: 'application/json', Authorization: `Bearer ${body.token}` },
  });
  expect(await found.text()).toContain(CUSTOMER.name);
  await desk.stop();
}

test('the oldest of them is of an older schema than this version', async () => {
  const { dataDir } = await setOf(RELEASES[0] ?? '');
  expect(lookAt(companyIn(dataDir, AURORA)).migrations).toBeLessThan(countMigrations(TENANT_MIGRATIONS));
});

for (const version of RELEASES)
  describe(`a set that ${version} wrote`, () => {
    test(
      'comes back as it was, is migrated when it is opened, and its people go on',
      async () => {
        const place = await setOf(version);
        const whole = into(place);
        expect(await restore(whole)).toMatchObject({ companies: 2 });
        const [before, after] = [place.dataDir, whole.dataDir].map((dataDir) => companyIn(dataDir, AURORA));
        if (!before || !after) throw new Error('no company');
        expect(lookAt(after).migrations).toBe(lookAt(before).migrations);
        await expectAtWork(whole.dataDir);
        const opened = await openDatabase({
          url: `file:${after}`,
          schema: tenantSchema,
          migrations: TENANT_MIGRATIONS,
        });
        await opened.close();
        expectKept(rowsIn(before), rowsIn(after), UNPAIRED);
      },
      MINUTE,
    );

    test(
      'gives one company back to a desk of this version',
      async () => {
        const place = await setOf(version);
        const { root, dataDir } = await makePlace();
        roots.push(root);
        forget(dataDir, AURORA);
        const one = into(place, { dataDir, companyId: AURORA });
        expect(await restore(one)).toMatchObject({ companies: 1 });
        await expectAtWork(dataDir);
      },
      MINUTE,
    );

    test(
      'does not bring back whoever was erased since',
      async () => {
        const place = await setOf(version);
        const salt = 'salt';
        await putTombstone(createFolderStore(place.target), keysToRestore([]), {
          ...{ format: 1, kind: 'person', uuid: 'u-1', companyId: AURORA, askedAt: night(2).now },
          ...{ contactIds: [CUSTOMER.id], lastContactId: CUSTOMER.id, salt },
          hashes: [saltedHash(salt, CUSTOMER.number)],
        });
        const whole = into(place);
        await restore(whole);
        const holds = (companyId: number) =>
          readFileSync(companyIn(whole.dataDir, companyId)).includes(CUSTOMER.number);
        expect([holds(AURORA), holds(BOREAL)]).toEqual([false, true]);
      },
      MINUTE,
    );
  });
