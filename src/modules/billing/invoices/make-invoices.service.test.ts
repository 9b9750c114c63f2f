import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { companies, invoices, plans } from '@db/platform/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { asc, eq } from 'drizzle-orm';
import { makeDueInvoices } from './make-invoices.service.ts';

const DAY = 86_400_000;
let testApp: TestApp;
let planId = 0;
beforeAll(async () => {
  testApp = await createTestApp();
  planId = (await testApp.kernel.platform.db.query.plans.findFirst())?.id ?? 0;
});
afterAll(() => testApp.stop());
beforeEach(() => testApp.kernel.platform.write((tx) => tx.delete(invoices)));

const { write, rows } = {
  write: (values: Partial<typeof companies.$inferInsert>, id = testApp.people.companyId.aurora) =>
    testApp.kernel.platform.write((tx) => tx.update(companies).set(values).where(eq(companies.id, id))),
  rows: () => testApp.kernel.platform.db.select().from(invoices).orderBy(asc(invoices.id)),
};
const inDays = (days: number) => new Date(testApp.clock.now.getTime() + days * DAY);

describe('makeDueInvoices', () => {
  for (const [days, made] of [
    [21, 0],
    [20, 1],
    [0, 1],
    [-40, 1],
  ] as const)
    test(`${days} days before the due date creates ${made} invoices`, async () => {
      await write({ dueDate: inDays(days) });
      await makeDueInvoices(testApp.kernel);
      await makeDueInvoices(testApp.kernel);
      expect(await rows()).toHaveLength(made);
    });

  test('creates one invoice despite concurrent runs', async () => {
    await write({ dueDate: inDays(3) });
    await Promise.all(Array.from({ length: 10 }, () => makeDueInvoices(testApp.kernel)));
    expect(await rows()).toHaveLength(1);
  });

  test('stores the current plan, unaffected by later changes', async () => {
    await write({ dueDate: inDays(3), recurrence: 'TRIMESTRAL' });
    await makeDueInvoices(testApp.kernel);
    await testApp.kernel.platform.write((tx) => tx.update(plans).set({ value: 99, users: 1 }));
    await makeDueInvoices(testApp.kernel);
    const [row] = await rows();
    expect(row).toMatchObject({
      detail: 'Plano 1',
      cents: 9_000,
      users: 10,
      connections: 10,
      queues: 10,
      recurrence: 'TRIMESTRAL',
      dueDay: '2026-03-13',
      status: 'open',
    });
    await testApp.kernel.platform.write((tx) => tx.update(plans).set({ value: 30, users: 10 }));
    await write({ recurrence: 'MENSAL' });
  });

  test('creates none without a plan or due date', async () => {
    await write({ dueDate: null });
    await makeDueInvoices(testApp.kernel);
    await write({ dueDate: inDays(1), planId: null });
    await makeDueInvoices(testApp.kernel);
    expect(await rows()).toEqual([]);
    await write({ planId });
  });

  test('creates invoices for other companies when one fails', async () => {
    const { client } = testApp.kernel.platform;
    const { aurora, boreal } = testApp.people.companyId;
    await write({ dueDate: inDays(1) });
    await write({ dueDate: inDays(2) }, boreal);
    await client.execute(
      `create trigger broken before insert on invoices when new.company_id = ${aurora} begin select raise(abort, 'broken'); end`,
    );
    await makeDueInvoices(testApp.kernel);
    await client.execute('drop trigger broken');
    expect((await rows()).map(({ companyId }) => companyId)).toEqual([boreal]);
    await write({ dueDate: null }, boreal);
  });
});

test('a manually moved due date cancels its open invoice', async () => {
  await write({ dueDate: inDays(3) });
  await makeDueInvoices(testApp.kernel);
  await write({ dueDate: inDays(10) });
  await makeDueInvoices(testApp.kernel);
  expect((await rows()).map(({ dueDay, status }) => [dueDay, status])).toEqual([
    ['2026-03-13', 'cancelled'],
    ['2026-03-20', 'open'],
  ]);
  await write({ dueDate: inDays(3) });
  await makeDueInvoices(testApp.kernel);
  expect((await rows()).map(({ dueDay, status }) => [dueDay, status])).toEqual([
    ['2026-03-13', 'open'],
    ['2026-03-20', 'cancelled'],
  ]);
});

test('makeDueInvoices uses two index searches for a thousand companies with nothing to do', async () => {
  const { platform } = testApp.kernel;
  const many = Array.from({ length: 1_000 }, (_, n) => ({
    name: `Empresa ${n}`,
    planId,
    dueDate: inDays(n % 20),
  }));
  for (let at = 0; at < many.length; at += 100)
    await platform.write((tx) => tx.insert(companies).values(many.slice(at, at + 100)));
  await makeDueInvoices(testApp.kernel);
  expect((await rows()).length).toBeGreaterThanOrEqual(1_000);
  const { execute } = platform.client;
  const plan = async (sql: string) =>
    (await execute.call(platform.client, `explain query plan ${sql}`)).rows
      .map(({ detail }) => String(detail))
      .join('\n');
  const due = await plan(`select * from companies join plans on plans.id = companies.plan_id
    left join invoices on invoices.company_id = companies.id and invoices.kind = 'period' and invoices.due_date = companies.due_date
    where companies.due_date <= 1 and invoices.id is null`);
  expect(due).toContain('companies_due');
  expect(due).toMatch(/invoices USING INDEX invoices_(once|listed)/);
  const open = await plan(`select id from invoices where status = 'open' and kind = 'period'`);
  expect(open).toContain('invoices_open');
  const begin = performance.now();
  await makeDueInvoices(testApp.kernel);
  process.stdout.write(`a thousand companies, nothing to do: ${(performance.now() - begin).toFixed(1)} ms\n`);
  await platform.write((tx) => tx.delete(companies).where(eq(companies.planId, planId)));
});
