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
import { overviewCompanies } from '@/modules/back-office/overview.queries.ts';
import { CompanyFilter, OverviewFilter } from '@/modules/companies/companies.schema.ts';

/** Overview pages of the platform's administrator must not open the databases of 1,000 idle companies. */
const COMPANIES = 1_000;
const BUDGET_MS = 100;
const ROUNDS = 20;

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
        ...{ companyId: id, detail: 'Plano 1', dueDate, dueDay: `2026-${String(n + 1).padStart(2, '0')}-01` },
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
let isIn = true;
for (const [name, ask] of CALLS) {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const begun = performance.now();
    await ask(round);
    times.push(performance.now() - begun);
  }
  times.sort((a, b) => a - b);
  const worst = times.at(-1) ?? 0;
  isIn &&= worst < BUDGET_MS;
  process.stdout.write(
    `${name.padEnd(24)} median ${times[ROUNDS / 2]?.toFixed(1)} ms, worst ${worst.toFixed(1)} ms\n`,
  );
}
process.stdout.write(`databases opened meanwhile: ${kernel.tenants.size - open}\n`);
isIn &&= kernel.tenants.size === open;
await dependencies.stop();
rmSync(dataDir, { recursive: true, force: true });
process.exit(isIn ? 0 : 1);
