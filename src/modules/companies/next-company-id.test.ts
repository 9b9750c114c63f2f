import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { companies, companyErasures } from '@db/platform/schema/index.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { MAX_ID } from '@/kernel/ids.ts';
import { platformScope } from '@/kernel/platform-scope.ts';
import { foundCompany } from '@/modules/auth/found-company.ts';
import { nextCompanyId } from './next-company-id.ts';

let desk: TestDesk;
beforeEach(async () => {
  desk = await createTestDesk();
});
afterEach(() => desk.stop());

const next = () => nextCompanyId(desk.kernel.platform.db, desk.kernel.config.dataDir);
const found = (name: string) =>
  foundCompany(platformScope(desk.kernel), {
    ...{ name, email: `${name}@nova.test`, dueDate: null },
    owner: { name, passwordHash: 'x', super: false },
  });

test('the number of a company that was erased is given to no other', async () => {
  const counts = { people: 0, files: 0, bytes: 0, objects: 0 };
  const gone = { companyId: 77, nameHash: 'x', step: 'backups', counts, askedAt: desk.clock.now } as const;
  await desk.kernel.platform.write((tx) => tx.insert(companyErasures).values({ ...gone, uuid: 'u-77' }));
  expect(await next()).toBe(78);
});

test('nor one under which files lie: they are no part of the new company', async () => {
  const folder = join(desk.kernel.config.dataDir, 'companies', '41');
  mkdirSync(folder);
  const { companyId } = await found('nova');
  expect([companyId, readdirSync(folder)]).toEqual([42, []]);
  await expect(desk.kernel.tenants.create(41)).rejects.toThrow('ERR_COMPANY_NUMBER_TAKEN');
});

test('numbers that cannot be counted with are given to nobody', async () => {
  const most = { id: MAX_ID, name: 'Longe', email: 'longe@nova.test' };
  await desk.kernel.platform.write((tx) => tx.insert(companies).values(most));
  await expect(found('nova')).rejects.toThrow('ERR_COMPANY_NUMBER_TAKEN');
});
