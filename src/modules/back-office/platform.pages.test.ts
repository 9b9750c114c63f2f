import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test';
import { companies, companyFigures, deletedCompanies, invoices, plans } from '@db/platform/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { setSuper } from '@test/support/people.ts';
import { countStatements } from '@test/support/plans.ts';
import { eq } from 'drizzle-orm';
import { getPlatform } from './platform.queries.ts';

/** The test clock: 10 March 2026, noon in São Paulo. */
const DAY_MS = 86_400_000;
let testApp: TestApp;
let aurora: number;

const ago = (days: number) => new Date(testApp.clock.now.getTime() - days * DAY_MS);
const terms = { users: 1, connections: 1, queues: 1, recurrence: 'MENSAL', detail: 'Plano' };
const addInvoices = (values: Omit<typeof invoices.$inferInsert, keyof typeof terms>[]) =>
  testApp.kernel.platform.write((tx) =>
    tx.insert(invoices).values(values.map((value) => ({ ...terms, ...value }))),
  );
const read = async () => getPlatform(await testApp.scopeOf('davi'));

beforeAll(async () => {
  testApp = await createTestApp();
  await setSuper(testApp.kernel, testApp.people, 'davi');
  aurora = testApp.people.companyId.aurora;
});
afterAll(() => testApp.stop());

describe('the overview of the platform', () => {
  test('is for super administrators', async () => {
    await expect(getPlatform(await testApp.scopeOf('ana'))).rejects.toThrow('ERR_NO_SUPER');
    const refused = await (await testApp.as('ana')).page('/platform');
    expect([refused.status, refused.headers.get('Refresh')]).toEqual([403, '1; url=/']);
    const { text } = await (await testApp.as('davi')).page('/platform');
    expect(text).toContain('Visão geral da plataforma');
    expect(text).toContain('href="/platform/invoices?status=overdue"');
    expect(text).toContain('href="/settings/companies?order=newest"');
    const newest = await (await testApp.as('davi')).page('/settings/companies?order=newest');
    expect(newest.text).toContain('<option value="newest" selected="">');
  });

  test('sums invoices by state and by the month of payment', async () => {
    const companyId = aurora;
    await addInvoices([
      { companyId, cents: 3_000, dueDate: new Date('2026-03-07T02:59:59.999Z'), dueDay: '2026-03-06' },
      { companyId, cents: 1_000, dueDate: ago(-4), dueDay: '2026-03-14' },
      { companyId, cents: 700, dueDate: ago(40), dueDay: '2026-01-29', status: 'cancelled' },
      ...[
        { dueDay: '2026-03-01', paidAt: new Date('2026-03-01T03:00:00Z'), cents: 200 },
        { dueDay: '2026-02-28', paidAt: new Date('2026-03-01T02:59:00Z'), cents: 50 },
        { dueDay: '2025-10-01', paidAt: new Date('2025-10-01T12:00:00Z'), cents: 9 },
        { dueDay: '2025-09-30', paidAt: new Date('2025-09-30T12:00:00Z'), cents: 4_000 },
      ].map((row) => ({ ...row, companyId, dueDate: row.paidAt, status: 'paid' as const })),
    ]);
    const { overdue, received } = await read();
    expect(overdue).toEqual({ cents: 3_000, count: 1 });
    expect(received.map(({ month, cents }) => [month, cents])).toEqual([
      ['2025-10', 9],
      ['2025-11', 0],
      ['2025-12', 0],
      ['2026-01', 0],
      ['2026-02', 50],
      ['2026-03', 200],
    ]);
    const davi = await testApp.as('davi');
    const { text } = await davi.page('/platform');
    expect(text).toContain('href="/platform/invoices?paid=2026-02"');
    expect(text).not.toContain('paid=2026-01');
    const { text: february } = await davi.page('/platform/invoices?paid=2026-02');
    expect(february.match(/R\$\s[\d.,]+/g)).toEqual([expect.stringContaining('0,50')]);
    const older = await davi.page('/platform/invoices?paid=2024-01');
    expect(older.text).toContain('<option value="2024-01" selected="">');
    expect((await davi.page('/platform/invoices?paid=2024-13')).text).not.toContain('2024-13');
  });

  test('names the companies that need attention, and why', async () => {
    const { platform } = testApp.kernel;
    const [plan] = await platform.write((tx) =>
      tx.insert(plans).values({ name: 'Pago', value: 80, storageGb: 1 }).returning({ id: plans.id }),
    );
    const [lua] = await platform.write((tx) =>
      tx
        .insert(companies)
        .values({ name: 'Lua', planId: plan?.id, dueDate: ago(-9), createdAt: ago(200) })
        .returning({ id: companies.id }),
    );
    const id = lua?.id ?? 0;
    const figures = { companyId: id, storageBytes: 990_000_000, lastActivityAt: ago(8), countedAt: ago(0) };
    await platform.write((tx) => tx.insert(companyFigures).values(figures));
    await platform.write((tx) =>
      tx.insert(deletedCompanies).values([
        { companyId: 901, name: 'Foi', deletedAt: ago(3), retainedUntil: ago(-27) },
        { companyId: 902, name: 'Foi antes', deletedAt: ago(31), retainedUntil: ago(0) },
      ]),
    );
    const { attention, monthly, companies: counted } = await read();
    expect(attention.map(({ name, troubles }) => [name, troubles.map(({ kind }) => kind)])).toEqual([
      ['Aurora', ['overdue', 'unbilled']],
      ['Lua', ['quota', 'quiet']],
    ]);
    expect(monthly).toEqual({ cents: 8_000, companies: 1 });
    expect(counted).toMatchObject({ blocked: 0, trial: 0, left: 1 });
    const { text } = await (await testApp.as('davi')).page('/platform');
    expect(text).toContain('Fatura vencida há 4 dias');
    expect(text).toContain('Sem mensagens há 8 dias');
    expect(text).toMatch(/Empresas conectadas: \d+; cabem/);
  });

  test('counts blocked companies among all companies', async () => {
    const { platform } = testApp.kernel;
    const shown = async () => {
      const { text } = await (await testApp.as('davi')).page('/platform');
      return Number(/data-card="companies".*?card-value[^>]*>([\d.]+)</s.exec(text)?.[1]);
    };
    const before = await shown();
    await platform.write((tx) => tx.insert(companies).values({ name: 'Fechada', status: false }));
    expect(await shown()).toBe(before + 1);
    await platform.write((tx) => tx.delete(companies).where(eq(companies.name, 'Fechada')));
  });

  test('opens no company database, and asks as often for many companies', async () => {
    const add = (names: string[]) =>
      testApp.kernel.platform.write((tx) => tx.insert(companies).values(names.map((name) => ({ name }))));
    await add(['Uma']);
    const few = await countStatements(read);
    await add(Array.from({ length: 30 }, (_, n) => `Outra ${n}`));
    // Background work may add some, but none for each company.
    expect(await countStatements(read)).toBeLessThan(few + 30);
    const scope = await testApp.scopeOf('davi');
    await testApp.settle();
    const [open, peek] = [spyOn(testApp.kernel.tenants, 'open'), spyOn(testApp.kernel.tenants, 'peek')];
    await getPlatform(scope);
    expect([open.mock.calls, peek.mock.calls]).toEqual([[], []]);
    open.mockRestore();
    peek.mockRestore();
  });
});
