import { afterEach, beforeEach, expect, test } from 'bun:test';
import { join } from 'node:path';
import { type LockHolder, startLockHolder } from '@/core/db/driver/lock-holder.test-support.ts';
import { systemLockWait } from '@/core/db/driver/wait-for-lock.ts';
import { createTestApp, type TestApp } from '../../../test/support/deps.ts';

let testApp: TestApp;
let holder: LockHolder;
beforeEach(async () => {
  testApp = await createTestApp({ lockWait: { ...systemLockWait, lockMs: 60 } });
  const folder = testApp.kernel.tenants.folder(testApp.people.companyId.aurora);
  holder = startLockHolder(join(folder, 'company.db'));
  await holder.run('BEGIN IMMEDIATE');
});
afterEach(async () => {
  await holder.end();
  await testApp.stop();
});

const tag = (name: string) => ({ name, color: '#0f6b63' });

test('a locked database returns 503 for its company only', async () => {
  const [ana, davi] = [await testApp.as('ana'), await testApp.as('davi')];
  const refused = await ana.json('POST', '/tags', tag('Urgente'));
  expect(refused).toMatchObject({ status: 503, body: { error: 'ERR_DATABASE_BUSY' } });
  expect((await ana.json('GET', '/tags')).status).toBe(200);
  expect((await davi.json('POST', '/tags', tag('Urgente'))).status).toBe(200);

  await holder.run('COMMIT');
  expect((await ana.json('POST', '/tags', tag('Urgente'))).status).toBe(200);
});
