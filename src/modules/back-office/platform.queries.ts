import { companies, companyFigures, deletedCompanies, invoices, plans } from '@db/platform/schema/index.ts';
import { and, asc, count, eq, gt, gte, lt, min, type SQL, sql, sum } from 'drizzle-orm';
import { platformOf } from '@/core/platform-scope.ts';
import { requireSuper } from '@/core/policy.ts';
import type { Kernel, Scope } from '@/core/scope.ts';
import { lastMonths, startOfMonth } from '@/core/zoned-time.ts';
import {
  type CompanyRow,
  daysUntil,
  daysUntilDue,
  isOnTrial,
} from '@/modules/companies/companies.queries.ts';
import { NO_PLAN } from '@/modules/companies/plans.queries.ts';
import { countedIn, measure } from '@/modules/quotas/quotas.queries.ts';
import { tightest } from '@/modules/quotas/quotas.schema.ts';
import { isDown } from '@/modules/status/find-troubles.logic.ts';
import { readCapacity } from '@/modules/status/status.queries.ts';
import type { PlatformView } from './back-office.views.ts';
import { sumUpCompanies } from './platform-figures.logic.ts';

const DAY_MS = 86_400_000;
const MONTHS = 6;
const RECENT_MS = 30 * DAY_MS;
/** Read at once; the event loop runs between two reads. */
const CHUNK = 500;

/** Reads the platform database only. Throws ERR_NO_SUPER. */
export async function getPlatform(scope: Scope): Promise<PlatformView> {
  requireSuper(scope);
  const { kernel } = scope;
  const since = new Date(scope.now().getTime() - RECENT_MS);
  const overdue = await sumOverdue(scope);
  const lines = countLines(kernel);
  const known = await readCompanies(scope, { overdue, down: lines.downIn });
  const { companies: counted, ...sums } = sumUpCompanies(known);
  return {
    ...sums,
    overdue: {
      count: [...overdue.values()].reduce((total, { invoices: n }) => total + n, 0),
      cents: [...overdue.values()].reduce((total, { cents }) => total + cents, 0),
    },
    received: await sumReceived(scope),
    companies: {
      ...counted,
      joined: await countSince(scope, gte(companies.createdAt, since)),
      left: await kernel.platform.db.$count(deletedCompanies, gte(deletedCompanies.deletedAt, since)),
    },
    lines: { connected: lines.connected, down: lines.down },
    capacity: await readCapacity(kernel),
  };
}

type Overdue = Map<number, { invoices: number; cents: number; since: Date }>;

async function sumOverdue(scope: Scope): Promise<Overdue> {
  const rows = await platformOf(scope)
    .db.select({
      companyId: invoices.companyId,
      invoices: count(),
      cents: sum(invoices.cents).mapWith(Number),
      since: min(invoices.dueDate),
    })
    .from(invoices)
    .where(and(eq(invoices.status, 'open'), lt(invoices.dueDate, scope.now())))
    .groupBy(invoices.companyId);
  return new Map(
    rows.map(({ companyId, since, ...row }) => [companyId, { ...row, since: since ?? scope.now() }]),
  );
}

/** Cents received in each of the last six months, the oldest first, by the server's calendar. */
async function sumReceived({ kernel, now }: Scope): Promise<PlatformView['received']> {
  const { timeZone } = kernel.config;
  const months = lastMonths(now(), timeZone, MONTHS);
  const starts = months.map((month) => startOfMonth(month, timeZone));
  const monthOf = starts.reduce<SQL>(
    (found, start, at) =>
      sql`case when ${invoices.paidAt} >= ${start.getTime()} then ${at} else ${found} end`,
    sql`0`,
  );
  const rows = await kernel.platform.db
    .select({ at: sql<number>`${monthOf}`.as('at'), cents: sum(invoices.cents).mapWith(Number) })
    .from(invoices)
    .where(gte(invoices.paidAt, starts[0] ?? now()))
    .groupBy(sql`1`);
  return months.map((month, at) => ({ month, cents: rows.find((row) => row.at === at)?.cents ?? 0 }));
}

const countSince = ({ kernel, companyId }: Scope, recent: SQL) =>
  kernel.platform.db.$count(companies, and(recent, sql`${companies.id} <> ${companyId}`));

function countLines({ services }: Kernel) {
  const states = services.whatsapp.states();
  const down = states.filter(isDown);
  return {
    connected: states.filter(({ status }) => status === 'CONNECTED').length,
    down: down.length,
    downIn: Map.groupBy(down, ({ companyId }) => companyId),
  };
}

type Troubles = { overdue: Overdue; down: Map<number, unknown[]> };

/** All but the reader's own company, which runs the platform. */
async function readCompanies(scope: Scope, { overdue, down }: Troubles) {
  const { kernel } = scope;
  const failing = new Set(kernel.tenants.failingIds());
  const known = [];
  for (let after = 0; ; ) {
    const rows = await platformOf(scope)
      .db.select({ company: companies, plan: plans, figures: companyFigures })
      .from(companies)
      .leftJoin(plans, eq(plans.id, companies.planId))
      .leftJoin(companyFigures, eq(companyFigures.companyId, companies.id))
      .where(gt(companies.id, after))
      .orderBy(asc(companies.id))
      .limit(CHUNK);
    for (const { company, plan, figures } of rows) {
      const { id, name, status: isEnabled, dueDate, createdAt } = company;
      if (id === scope.companyId) continue;
      const uses = measure(kernel, {
        companyId: id,
        plan: plan ?? NO_PLAN,
        counted: figures ? countedIn(figures) : {},
      });
      known.push({
        ...{ id, name, isEnabled },
        planValue: plan?.value ?? null,
        isBilled: plan !== null && dueDate !== null,
        isOnTrial: isOnTrial(kernel, company),
        daysLeft: daysUntilDue(kernel, company),
        isStopped: failing.has(id),
        linesDown: down.get(id)?.length ?? 0,
        overdueDays: daysOverdue(kernel, company, overdue.get(id)?.since),
        quietDays: daysSince(scope, figures?.lastActivityAt ?? createdAt),
        tight: tightest(uses)[0] ?? null,
      });
    }
    const last = rows.at(-1);
    if (!last || rows.length < CHUNK) return known;
    after = last.company.id;
  }
}

const daysOverdue = (kernel: Kernel, company: CompanyRow, since: Date | undefined): number =>
  since ? Math.max(0, -daysUntil(kernel, company, since)) : 0;

const daysSince = ({ now }: Scope, at: Date | undefined): number =>
  at ? Math.floor((now().getTime() - at.getTime()) / DAY_MS) : 0;
