import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { companies, companyFigures, invoices, plans } from '@db/platform/schema/index.ts';
import { addCompanies } from '@test/support/many-companies.ts';
import { eq } from 'drizzle-orm';
import { readConfig } from '@/config.ts';
import { systemScope } from '@/core/scope.ts';
import { createDependencies } from '@/dependencies.ts';
import { listAllCompanies, listCompanyPage } from '@/modules/back-office/companies.queries.ts';
import { overviewCompanies } from '@/modules/back-office/companies-overview.queries.ts';
import { CompanyFilter, OverviewFilter } from '@/modules/companies/companies.schema.ts';
import { type Line, limit, main, none, timesOf } from './support/report.ts';

/** Overview pages of the platform's administrator must not open the databases of 1,000 idle companies. */
const COMPANIES = 1_000;
const BUDGET_MS = 100;
const ROUNDS = 20;

export async function runBackOffice(): Promise<Line[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-back-office-'));
  await addCompanies(dataDir, COMPANIES);
  const dependencies = await createDependencies(
    readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' }),
  );
  const { kernel } = dependencies;
  const ids = (await kernel.platform.db.select({ id: companies.id }).from(companies)).map(({ id }) => id);
  const DAY_MS = 86_400_000;
  await kernel.platform.write(async (tx) => {
    const [plan] = await tx.select().from(plans);
    for (const id of ids) {
      const dueDate = new Date(Date.now() + ((id * 37) % 60) * DAY_MS);
      await tx.update(companies).set({ dueDate, planId: plan?.id }).where(eq(companies.id, id));
      const figures = {
        users: 5,
        connections: 1,
        messagesToday: id,
        storageBytes: id * 1e6,
        countedAt: new Date(),
      };
      await tx
        .insert(companyFigures)
        .values({ companyId: id, ...figures, lastActivityAt: new Date(Date.now() - id * 60_000) });
      const amounts = { cents: 3000, users: 5, connections: 1, queues: 5, recurrence: 'MENSAL' };
      for (let n = 0; n < 12; n += 1)
        await tx.insert(invoices).values({
          ...{
            companyId: id,
            detail: 'Plano 1',
            dueDate,
            dueDay: `2026-${String(n + 1).padStart(2, '0')}-01`,
          },
          ...{ ...amounts, status: n === 11 ? ('open' as const) : ('paid' as const) },
        });
    }
  });

  const scope = await systemScope(kernel, ids[0] ?? 1);
  const CALLS: [name: string, ask: (round: number) => Promise<unknown>][] = [
    ['GET /companies/list', () => listAllCompanies(scope)],
    [
      'GET /companies',
      (n) => listCompanyPage(scope, CompanyFilter.parse({ searchParam: `${n}`, pageNumber: 1 })),
    ],
    ['overview by name', () => overviewCompanies(scope, OverviewFilter.parse({}))],
    ['overview by due date', () => overviewCompanies(scope, OverviewFilter.parse({ order: 'dueDate' }))],
    ['overview by activity', () => overviewCompanies(scope, OverviewFilter.parse({ order: 'activity' }))],
    [
      'overview, searched',
      (n) => overviewCompanies(scope, OverviewFilter.parse({ searchParam: `empresa ${n}` })),
    ],
  ];
  const open = kernel.tenants.size;
  const lines: Line[] = [];
  for (const [name, ask] of CALLS) {
    let round = 0;
    const times = await timesOf(() => ask(round++), ROUNDS);
    lines.push(
      limit(`${name} of 1,000 companies, the worst of ${ROUNDS}`, Math.max(...times), 'ms', BUDGET_MS),
    );
  }
  lines.push(none('company databases opened by the overview', kernel.tenants.size - open, COMPANIES));
  await dependencies.stop();
  rmSync(dataDir, { recursive: true, force: true });
  return lines;
}

if (import.meta.main) await main(runBackOffice);
