import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { companies, companyExports, companyFigures, plans } from '@db/platform/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { setSuper } from '@test/support/people.ts';
import { countStatements } from '@test/support/plans.ts';
import { eq } from 'drizzle-orm';
import { overviewCompanies } from '@/modules/back-office/companies-overview.queries.ts';
import { OverviewFilter } from '@/modules/companies/companies.schema.ts';
import { getUseOfCompany } from './quotas.queries.ts';
import { percentOf, stateOf, tightest, type Use } from './quotas.schema.ts';

const GB = 1024 ** 3;
let testApp: TestApp;
let aurora = 0;

beforeAll(async () => {
  testApp = await createTestApp();
  aurora = testApp.people.companyId.aurora;
  await setSuper(testApp.kernel, testApp.people, 'davi');
  await testApp.kernel.platform.write(async (tx) => {
    const most = { storageGb: 2, messagesPerMinute: 10, sockets: 5, exports: 2 };
    const [plan] = await tx
      .insert(plans)
      .values({ name: 'Pequeno', users: 4, connections: 3, queues: 5, campaigns: 9, ...most })
      .returning();
    await tx.update(companies).set({ planId: plan?.id }).where(eq(companies.id, aurora));
  });
});
afterAll(() => testApp.stop());

const measured = (storageBytes: number) => {
  const counted = { users: 4, lines: 1, queues: 2, campaigns: 0, schedules: 0, storageBytes };
  const row = { ...counted, countedAt: testApp.clock.now };
  return testApp.kernel.platform.write((tx) =>
    tx
      .insert(companyFigures)
      .values({ companyId: aurora, ...row })
      .onConflictDoUpdate({ target: companyFigures.companyId, set: row }),
  );
};
const statesIn = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/data-use="(\w+)" data-state="(\w+)"/g)].map(([, name, state]) => [name, state]),
  );
const plain = (html: string) => html.replace(/<!-- -->/g, '').replace(/\s+/g, ' ');
const pageOf = async (who: 'ana' | 'davi', path: string) =>
  plain((await (await testApp.as(who)).page(path)).text);

test('is near from 80 %, full at 100 %, and percentages round down', () => {
  const use = (used: number | null, limit: number | null): Use => ({ name: 'storage', used, limit });
  const states = [use(79, 100), use(80, 100), use(999, 1000), use(1000, 1000), use(7, null), use(null, 1)];
  expect(states.map(stateOf)).toEqual(['fine', 'near', 'near', 'full', 'fine', 'fine']);
  expect(states.map(percentOf)).toEqual([79, 80, 99, 100, 0, 0]);
  const status: Use = { name: 'users', used: 5, limit: 5 };
  expect(tightest([use(80, 100), status, use(90, 100)]).map(percentOf)).toEqual([90, 80]);
});

describe('company administrator', () => {
  test('sees usage beside the plan’s limits, with storage as last counted', async () => {
    const before = await pageOf('ana', '/subscription');
    expect(before).toContain('Ainda não contado; limite de 2 GB');
    await measured(1.25 * GB);
    const calm = await pageOf('ana', '/subscription');
    expect(statesIn(calm)).toEqual({
      ...{ users: 'full', connections: 'fine', queues: 'fine', storage: 'fine', messages: 'fine' },
      ...{ sockets: 'fine', exports: 'fine', campaigns: 'fine', schedules: 'fine' },
    });
    for (const words of ['1,3 GB de 2 GB', '0 de 10', '4 de 4', '0, sem limite', 'contado em 10/03/2026'])
      expect(calm).toContain(words);
  });

  test('sees which limits are near or reached and the consequences', async () => {
    const { kernel, clock } = testApp;
    await measured(1.7 * GB);
    kernel.services.messageQuotas.of(10).tryTake(`${aurora}`, 10);
    const slots = [1, 2, 3, 4].map((userId) =>
      kernel.hub.slots.take({ companyId: aurora, userId, address: `203.0.113.${userId}` }),
    );
    const stored = { companyId: aurora, fileName: 'x', withSecrets: false, isEncrypted: false } as const;
    const until = new Date(clock.now.getTime() + 60_000);
    await kernel.platform.write((tx) =>
      tx
        .insert(companyExports)
        .values(
          [1, 2].map(() => ({ ...stored, status: 'ready' as const, startedAt: clock.now, expiresAt: until })),
        ),
    );
    const tight = await pageOf('ana', '/subscription');
    expect(statesIn(tight)).toMatchObject({
      ...{ storage: 'near', messages: 'full', sockets: 'near', exports: 'full', connections: 'fine' },
    });
    for (const words of ['10 de 10', '4 de 5', '2 de 2', 'recusadas até o minuto seguinte'])
      expect(tight).toContain(words);
    expect(tight).not.toContain('Arquivos novos são recusados');
    for (const slot of slots) if (typeof slot !== 'string') slot.leave();
    clock.advance(60_000);
    expect(statesIn(await pageOf('ana', '/subscription'))).toMatchObject({
      ...{ messages: 'fine', sockets: 'fine', exports: 'fine', storage: 'near' },
    });
  });

  test('is the only one who sees the company’s usage', async () => {
    expect((await (await testApp.as('bia')).page('/subscription')).status).toBe(403);
    expect(await pageOf('davi', '/subscription')).not.toContain('1,7 GB');
  });
});

describe('super administrator', () => {
  const list = () =>
    testApp.scopeOf('davi').then((scope) => overviewCompanies(scope, OverviewFilter.parse({})));

  test('sees the tightest quota per company without opening its database', async () => {
    await measured(1.9 * GB);
    const { tenants } = testApp.kernel;
    for (let minute = 0; minute < 4; minute += 1) {
      testApp.clock.advance(60_001);
      await tenants.sweep();
    }
    expect(tenants.openIds()).not.toContain(aurora);
    const found = (await list()).companies.find(({ id }) => id === aurora);
    expect(found?.tight.map(({ name }) => name)).toEqual(['storage']);
    const { uses } = await getUseOfCompany(await testApp.scopeOf('davi'), aurora);
    expect(uses).toContainEqual({ name: 'storage', used: 1.9 * GB, limit: 2 * GB });
    expect(tenants.openIds()).not.toContain(aurora);
    expect(await pageOf('davi', '/settings/companies')).toContain('Armazenamento: 95%');
    const page = await pageOf('davi', `/settings/companies/${aurora}`);
    expect(tenants.openIds()).not.toContain(aurora);
    expect(statesIn(page)).toMatchObject({ storage: 'near', users: 'full', connections: 'fine' });
    expect(page).toContain('1,9 GB de 2 GB');
    await expect(getUseOfCompany(await testApp.scopeOf('ana'), aurora)).rejects.toThrow('ERR_NO_SUPER');
  });

  test('loads a page of companies with a constant number of statements', async () => {
    const few = await countStatements(list);
    await testApp.kernel.platform.write((tx) =>
      tx.insert(companies).values(Array.from({ length: 18 }, (_, n) => ({ name: `Outra ${n}` }))),
    );
    expect((await list()).companies.length).toBeGreaterThan(15);
    expect(await countStatements(list)).toBe(few);
  });
});
