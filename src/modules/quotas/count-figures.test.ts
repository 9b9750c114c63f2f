import { afterEach, beforeEach, expect, test } from 'bun:test';
import { connections } from '@db/tenant/schema/index.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { addConnection, inbound, MARIA } from '@test/support/inbound.ts';
import { setSuper } from '@test/support/people.ts';
import { overviewCompanies } from '@/modules/back-office/overview.queries.ts';
import { OverviewFilter } from '@/modules/companies/companies.schema.ts';
import { createFigureCount } from './count-figures.ts';

const MINUTE_MS = 60_000;
let desk: TestDesk;

beforeEach(async () => {
  desk = await createTestDesk();
  await setSuper(desk.kernel, desk.cast, 'davi');
});
afterEach(() => desk.stop());

const figures = async () => {
  const page = await overviewCompanies(
    await desk.scopeOf('davi'),
    OverviewFilter.parse({ searchParam: 'aurora' }),
  );
  return page.companies[0]?.figures;
};

test('users, lines online, messages of a day, storage and the last activity are counted', async () => {
  const connectionId = await addConnection(desk, { company: 'aurora', name: 'Linha' });
  const scope = await desk.systemScope();
  await scope.write((tx) => tx.db.update(connections).set({ status: 'CONNECTED' }));
  await desk.listener.onMessages({ companyId: desk.cast.companyId.aurora, connectionId }, [
    inbound({ from: MARIA, id: 'A', text: 'bom dia' }),
    inbound({ from: MARIA, id: 'B', text: 'olá' }),
  ]);
  await desk.settle();
  expect(await figures()).toBeNull();
  const count = createFigureCount(desk.kernel);
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
  desk.clock.now = new Date(Date.parse(known?.lastActivityAt ?? '') + 25 * 3_600_000);
  expect((await figures())?.messagesToday).toBe(0);
});

test('counting opens no database, keeps none open, and writes nothing anew while nothing changed', async () => {
  const count = createFigureCount(desk.kernel);
  await desk.systemScope();
  await count();
  const first = (await figures())?.countedAt;
  desk.clock.advance(MINUTE_MS);
  await count();
  expect((await figures())?.countedAt).toBe(first as string);
  for (let minute = 0; minute < 4; minute += 1) {
    desk.clock.advance(MINUTE_MS + 1);
    await count();
    await desk.kernel.tenants.sweep();
  }
  expect(desk.kernel.tenants.openIds()).not.toContain(desk.cast.companyId.aurora);
  await count();
  expect(desk.kernel.tenants.openIds()).not.toContain(desk.cast.companyId.aurora);
});
