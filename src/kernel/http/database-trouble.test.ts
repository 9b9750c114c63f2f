import { afterEach, beforeEach, expect, test } from 'bun:test';
import { join } from 'node:path';
import { type LockHolder, startLockHolder } from '@/kernel/db/lock-holder.test-support.ts';
import { systemPatience } from '@/kernel/db/patience.ts';
import { createTestDesk, type TestDesk } from '../../../test/support/deps.ts';

let desk: TestDesk;
let holder: LockHolder;
beforeEach(async () => {
  desk = await createTestDesk({ patience: { ...systemPatience, lockMs: 60 } });
  const folder = desk.kernel.tenants.folder(desk.cast.companyId.aurora);
  holder = startLockHolder(join(folder, 'company.db'));
  await holder.run('BEGIN IMMEDIATE');
});
afterEach(async () => {
  await holder.end();
  await desk.stop();
});

const tag = (name: string) => ({ name, color: '#0f6b63' });

test('a company whose file is locked is told so, and another company works', async () => {
  const [ana, davi] = [await desk.as('ana'), await desk.as('davi')];
  const refused = await ana.json('POST', '/tags', tag('Urgente'));
  expect(refused).toMatchObject({ status: 503, body: { error: 'ERR_DATABASE_BUSY' } });
  expect((await ana.json('GET', '/tags')).status).toBe(200);
  expect((await davi.json('POST', '/tags', tag('Urgente'))).status).toBe(200);

  await holder.run('COMMIT');
  expect((await ana.json('POST', '/tags', tag('Urgente'))).status).toBe(200);
});
