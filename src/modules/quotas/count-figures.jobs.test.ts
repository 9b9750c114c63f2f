import { afterEach, beforeEach, expect, test } from 'bun:test';
import { connections } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { addConnection, inbound, MARIA } from '@test/support/inbound.ts';
import { setSuper } from '@test/support/people.ts';
import { overviewCompanies } from '@/modules/back-office/companies-overview.queries.ts';
import { OverviewFilter } from '@/modules/companies/companies.schema.ts';
import { createFigureCount } from './count-figures.jobs.ts';

const MINUTE_MS = 60_000;
let testApp: TestApp;

beforeEach(async () => {
  testApp = await createTestApp();
  await setSuper(testApp.kernel, testApp.people, 'davi');
});
afterEach(() => testApp.stop());

const figures = async () => {
  const page = await overviewCompanies(
    await testApp.scopeOf('davi'),
    OverviewFilter.parse({ searchParam: 'aurora' }),
  );
  return page.companies[0]?.figures;
};

test('counts users, connections online, messages today, storage and last activity', async () => {
  const connectionId = await addConnection(testApp, { company: 'aurora', name: 'Linha' });
  const scope = await testApp.systemScope();
  await scope.write((tx) => tx.db.update(connections).set({ status: 'CONNECTED' }));
  await testApp.listener.onMessages({ companyId: testApp.people.companyId.aurora, connectionId }, [
    inbound({ from: MARIA, id: 'A', text: 'bom dia' }),
    inbound({ from: MARIA, id: 'B', text: 'olá' }),
  ]);
  await testApp.settle();
  expect(await figures()).toBeNull();
  const count = createFigureCount(testApp.kernel);
  await count();
  expect(await figures()).toMatchObject({
    users: 4,
    connections: 1,
    messagesToday: 2,
    countedAt: expect.any(String),
  });
  const known = await figures();
  expect(known?.storageBytes).toBeGreaterThan(100_000);
  expect(known?.lastActivityAt).toBeString();
  testApp.clock.now = new Date(Date.parse(known?.lastActivityAt ?? '') + 25 * 3_600_000);
  expect((await figures())?.messagesToday).toBe(0);
});

test('counts without opening databases or writing unchanged figures', async () => {
  const count = createFigureCount(testApp.kernel);
  await testApp.systemScope();
  await count();
  const first = (await figures())?.countedAt;
  testApp.clock.advance(MINUTE_MS);
  await count();
  expect((await figures())?.countedAt).toBe(first as string);
  for (let minute = 0; minute < 4; minute += 1) {
    testApp.clock.advance(MINUTE_MS + 1);
    await count();
    await testApp.kernel.tenants.sweep();
  }
  expect(testApp.kernel.tenants.openIds()).not.toContain(testApp.people.companyId.aurora);
  await count();
  expect(testApp.kernel.tenants.openIds()).not.toContain(testApp.people.companyId.aurora);
});
