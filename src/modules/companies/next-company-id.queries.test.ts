import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { companies, companyErasures } from '@db/platform/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { MAX_ID } from '@/core/ids.ts';
import { platformScope } from '@/core/platform-scope.ts';
import { foundCompany } from '@/modules/auth/set-up/found-company.service.ts';
import { nextCompanyId } from './next-company-id.queries.ts';

let testApp: TestApp;
beforeEach(async () => {
  testApp = await createTestApp();
});
afterEach(() => testApp.stop());

const next = () => nextCompanyId(testApp.kernel.platform.db, testApp.kernel.tenants);
const found = (name: string) =>
  foundCompany(platformScope(testApp.kernel), {
    ...{ name, email: `${name}@nova.test`, dueDate: null },
    owner: { name, passwordHash: 'x', super: false },
  });

test('does not reuse the id of an erased company', async () => {
  const counts = { people: 0, files: 0, bytes: 0, objects: 0 };
  const gone = { companyId: 77, nameHash: 'x', step: 'backups', counts, askedAt: testApp.clock.now } as const;
  await testApp.kernel.platform.write((tx) => tx.insert(companyErasures).values({ ...gone, uuid: 'u-77' }));
  expect(await next()).toBe(78);
});

test('skips ids whose folder already exists', async () => {
  const folder = join(testApp.kernel.config.dataDir, 'companies', '41');
  mkdirSync(folder);
  const { companyId } = await found('nova');
  expect([companyId, readdirSync(folder)]).toEqual([42, []]);
  await expect(testApp.kernel.tenants.create(41)).rejects.toThrow('ERR_COMPANY_NUMBER_TAKEN');
});

test('refuses to create a company beyond the highest id', async () => {
  const most = { id: MAX_ID, name: 'Longe', email: 'longe@nova.test' };
  await testApp.kernel.platform.write((tx) => tx.insert(companies).values(most));
  await expect(found('nova')).rejects.toThrow('ERR_COMPANY_NUMBER_TAKEN');
});
