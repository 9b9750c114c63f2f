import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { companyErasures } from '@db/platform/schema/index.ts';
import { verifyAuditChain } from '@/core/audit/audit-chain.ts';
import { platformScope } from '@/core/platform-scope.ts';
import { createMediaBucket } from '@/core/storage/media-bucket.client.ts';
import { createSharedStorage } from '@/core/storage/shared-storage.ts';
import { emptyBin } from '@/modules/back-office/bin.service.ts';
import { deleteCompany } from '@/modules/back-office/delete-company.service.ts';
import { eraseCompany, goOnErasing } from '@/modules/erasures/company/erase-company.service.ts';
import { createFolderStore } from '@/ops/backup/backup-store.ts';
import { restore } from '@/ops/backup/restore/restore.ts';
import { createTestApp, type TestApp } from '../support/deps.ts';
import { emailOf, setSuper } from '../support/people.ts';
import { type S3Server, startS3 } from '../support/s3.ts';
import { until } from '../support/until.ts';
import { CANARIES, findIn, plant } from './planted.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
const scratch = () => {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-erased-'));
  folders.push(folder);
  return folder;
};
const rowOf = async (testApp: TestApp) =>
  (await testApp.kernel.platform.db.select().from(companyErasures))[0];

describe('a company whose media are in a store of several nodes', () => {
  let server: S3Server;
  let testApp: TestApp;
  let companyId: number;

  beforeEach(async () => {
    server = await startS3();
    testApp = await createTestApp({ env: { BACKUP_DIR: scratch() } });
    const { kernel, people } = testApp;
    companyId = people.companyId.aurora;
    const bucket = createMediaBucket(server.settings, { quietMs: 5_000, retryMs: 1 });
    kernel.storage = createSharedStorage(kernel.storage, bucket);
    for (const id of [companyId, companyId, people.companyId.boreal])
      await kernel.storage.save(id, new Uint8Array(50), 'jpg');
    await setSuper(kernel, people, 'davi');
    await deleteCompany(await testApp.scopeOf('davi'), { companyId });
  });
  afterEach(async () => {
    await testApp.stop();
    server.stop();
  });

  const countsOf = () =>
    Promise.all(
      [companyId, testApp.people.companyId.boreal].map(
        async (id) => (await Array.fromAsync(testApp.kernel.storage.shared?.list(id) ?? [])).length,
      ),
    );

  test('leaves none there once it is erased, however long the store is silent', async () => {
    await server.switchTo('busy');
    await eraseCompany(await testApp.scopeOf('davi'), { companyId, typedName: 'Aurora' });
    await until('it waits', async () => (await rowOf(testApp))?.trouble === 'store');
    await server.switchTo('well');
    expect(await countsOf()).toEqual([2, 1]);
    await goOnErasing(testApp.kernel);
    await until('erased', async () => (await rowOf(testApp))?.step === 'done');
    expect(await countsOf()).toEqual([0, 1]);
  });

  test('has them while it is in the bin, and none once the bin is emptied', async () => {
    await emptyBin(testApp.kernel);
    expect(await countsOf()).toEqual([2, 1]);
    testApp.clock.advance(400 * 86_400_000);
    await emptyBin(testApp.kernel);
    expect(await countsOf()).toEqual([0, 1]);
  });
});

test('a company erased from the bin is in no file and no restore brings it back', async () => {
  const target = scratch();
  const testApp = await createTestApp({ env: { BACKUP_DIR: target } });
  const { aurora: companyId } = testApp.people.companyId;
  const { dataDir } = testApp.kernel.config;
  await setSuper(testApp.kernel, testApp.people, 'davi');
  await plant(testApp);
  await testApp.kernel.services.backups.run();
  testApp.clock.advance(60_000);
  const davi = await testApp.scopeOf('davi');
  const erase = (typedName: string) => eraseCompany(davi, { companyId, typedName });
  await expect(erase('Aurora')).rejects.toThrow('ERR_NO_COMPANY_FOUND');
  await deleteCompany(davi, { companyId });
  cpSync(join(dataDir, 'bin', `${companyId}`), join(dataDir, 'bin', `${companyId}.aside-a1`), {
    recursive: true,
  });
  const [canary] = CANARIES;
  const lines = [
    `company ${companyId} (Aurora), conversation ${canary}\n${canary}, f: x`,
    'company 77, g: x',
  ];
  const reports = { [`restore-report-${companyId}`]: `${lines[0]}\n`, 'restore-report': lines.join('\n') };
  for (const [name, text] of Object.entries(reports)) writeFileSync(join(dataDir, `${name}.txt`), text);
  await Bun.write(join(dataDir, 'restoring', `${companyId}`, 'fetched.json'), 'Aurora');
  await expect(erase('Boreal')).rejects.toMatchObject({ name: 'InvalidInput' });
  await erase('Aurora');
  await until('erased', async () => (await rowOf(testApp))?.step === 'done');
  expect(await rowOf(testApp)).toMatchObject({ names: null, trouble: '', counts: { people: 4 } });
  expect(await verifyAuditChain(platformScope(testApp.kernel))).toMatchObject({ fault: null });
  await goOnErasing(testApp.kernel);
  await testApp.dependencies.stop();
  const words = [...CANARIES, 'Aurora', emailOf('ana'), emailOf('bia')];
  expect(findIn(dataDir, words)).toEqual([]);
  expect(readFileSync(join(dataDir, 'restore-report.txt'), 'utf8')).toBe('company 77, g: x');
  expect(findIn(dataDir, [emailOf('davi')]).length).toBeGreaterThan(0);
  const restored = scratch();
  const step = async () => undefined;
  const from = {
    store: createFolderStore(target),
    dataDir: restored,
    identities: [],
    keepPairing: true,
    step,
  };
  await restore({ ...from, secrets: 'new' });
  expect(findIn(restored, words)).toEqual([]);
  expect(findIn(restored, [emailOf('davi')]).length).toBeGreaterThan(0);
  rmSync(dataDir, { recursive: true, force: true });
});
