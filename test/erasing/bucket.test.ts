import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deleteCompany } from '@/modules/back-office/delete-company.service.ts';
import { eraseCompany, goOnErasing } from '@/modules/erasures/company/erase-company.service.ts';
import { eraseContact } from '@/modules/erasures/erase-contact.service.ts';
import type { Store } from '@/ops/backup/backup-store.ts';
import { restore } from '@/ops/backup/restore/restore.ts';
import { createS3Store } from '@/ops/backup/s3-store.client.ts';
import { createTestApp, type TestApp } from '../support/deps.ts';
import { emailOf, setSuper } from '../support/people.ts';
import { type S3Server, startS3 } from '../support/s3.ts';
import { until } from '../support/until.ts';
import { CANARIES, findIn, NAME, NUMBER, OTHERS, type Planted, plant, textsIn } from './planted.ts';

const root = mkdtempSync(join(tmpdir(), 'balcao-bucket-'));
let s3: S3Server;
let store: Store;
let testApp: TestApp;
let planted: Planted;
beforeAll(async () => {
  s3 = await startS3();
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = s3.settings;
  testApp = await createTestApp({
    env: {
      BACKUP_S3_ENDPOINT: endpoint,
      BACKUP_S3_REGION: region,
      BACKUP_S3_BUCKET: bucket,
      BACKUP_S3_ACCESS_KEY_ID: accessKeyId,
      BACKUP_S3_SECRET_ACCESS_KEY: secretAccessKey,
    },
  });
  store = createS3Store(s3.settings, join(root, 'scratch'));
  await setSuper(testApp.kernel, testApp.people, 'davi');
  planted = await plant(testApp);
  const made = await testApp.kernel.services.backups.run();
  expect(made).toMatchObject({ result: { differences: [] } });
  testApp.clock.advance(60_000);
});
afterAll(async () => {
  await testApp.stop();
  s3.stop();
  rmSync(root, { recursive: true, force: true });
});

async function objectsWith(words: string[]): Promise<string[]> {
  const found: string[] = [];
  for await (const name of store.list('')) {
    const bytes = await new Response(await store.get(name)).bytes();
    if (textsIn(bytes, name, words).length > 0) found.push(name);
  }
  return found;
}

async function restored(name: string): Promise<string> {
  const dataDir = join(root, name);
  const step = async () => undefined;
  await restore({ store, dataDir, identities: [], keepPairing: true, secrets: 'new', step });
  return dataDir;
}

test('erasing a person deletes their files from the bucket and an old set restores without them', async () => {
  const before = await objectsWith(['segredo-arquivo']);
  expect(before.length).toBeGreaterThanOrEqual(3);
  await eraseContact(await testApp.scopeOf('ana'), planted);
  await testApp.settle();
  const row = await (await testApp.systemScope()).db.query.erasures.findFirst();
  expect(row).toMatchObject({ step: 'done', trouble: '', counts: { files: 3 } });
  expect(await objectsWith(['segredo-arquivo'])).toEqual([]);
  const named = await objectsWith([NUMBER, NAME]);
  expect(named).toEqual([expect.stringMatching(/^objects\/.*\.zst$/)]);
  const dataDir = await restored('after a person');
  expect(findIn(dataDir, CANARIES)).toEqual([]);
  expect(findIn(dataDir, OTHERS).length).toBeGreaterThanOrEqual(OTHERS.length);
});

test('company erasure waits for an unreachable store, then deletes every object', async () => {
  const { aurora: companyId } = testApp.people.companyId;
  const rowOf = () => testApp.kernel.platform.db.query.companyErasures.findFirst().execute();
  const davi = await testApp.scopeOf('davi');
  expect((await objectsWith(OTHERS)).length).toBeGreaterThan(0);
  await deleteCompany(davi, { companyId });
  await s3.switchTo('dead');
  await eraseCompany(davi, { companyId, typedName: 'Aurora' });
  const trouble = await until('trouble', async () => (await rowOf())?.trouble);
  expect([trouble, (await rowOf())?.step]).toEqual(['store', 'backups']);
  await s3.switchTo('well');
  await goOnErasing(testApp.kernel);
  expect(await rowOf()).toMatchObject({ step: 'done', trouble: '', names: null });
  expect((await rowOf())?.counts.objects).toBeGreaterThan(0);
  expect(await objectsWith([...CANARIES, ...OTHERS])).toEqual([]);
  const dataDir = await restored('after a company');
  expect(findIn(dataDir, [...CANARIES, ...OTHERS, 'Aurora', emailOf('ana')])).toEqual([]);
  expect(findIn(dataDir, [emailOf('davi')]).length).toBeGreaterThan(0);
});
