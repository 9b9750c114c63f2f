import { companies, companyFigures, invoices, plans } from '@db/platform/schema/index.ts';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { afterRow, cutPage, sizeOf } from '@/core/db/paging.ts';
import { platformOf } from '@/core/platform-scope.ts';
import { requireSuper } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { daysUntilDue, isOnTrial, matching, zoneOf } from '@/modules/companies/companies.queries.ts';
import { COMPANIES_PER_PAGE, type OverviewFilter } from '@/modules/companies/companies.schema.ts';
import { NO_PLAN } from '@/modules/companies/plans.queries.ts';
import { countStored } from '@/modules/company-files/exports.queries.ts';
import { countedIn, measure } from '@/modules/quotas/quotas.queries.ts';
import { tightest } from '@/modules/quotas/quotas.schema.ts';
import type { CompanyOverviewPage, CompanyOverviewView } from './back-office.views.ts';

const DAY_MS = 86_400_000;

/** Reads the platform database only: companies' figures were counted before. Throws ERR_NO_SUPER. */
export async function overviewCompanies(scope: Scope, filter: OverviewFilter): Promise<CompanyOverviewPage> {
  requireSuper(scope);
  const order = ORDERS[filter.order];
  const size = sizeOf(filter, COMPANIES_PER_PAGE);
  const platform = platformOf(scope);
  const { db } = platform;
  const found = await db
    .select({ id: companies.id })
    .from(companies)
    .where(
      and(
        filter.searchParam ? sql`(${matching(filter.searchParam)})` : undefined,
        filter.after ? afterRow(companies.id, order, filter.after) : undefined,
      ),
    )
    .orderBy(...order)
    .limit(size + 1);
  const page = cutPage(found, size);
  // Only for the page: SQLite would count all companies' invoices before sorting.
  const rows = await db
    .select({
      ...{ company: companies, plan: plans, figures: companyFigures, openInvoices },
      exports: countStored(platform, companies.id),
    })
    .from(companies)
    .leftJoin(plans, eq(plans.id, companies.planId))
    .leftJoin(companyFigures, eq(companyFigures.companyId, companies.id))
    .where(
      inArray(
        companies.id,
        page.rows.map(({ id }) => id),
      ),
    )
    .orderBy(...order);
  return { companies: rows.map((row) => toOverview(scope, row)), hasMore: page.hasMore };
}

const openInvoices = sql<number>`(select count(*) from ${invoices}
  where ${invoices.companyId} = ${companies.id} and ${invoices.status} = 'open')`;
const byName = [sql`lower(${companies.name})`, sql`${companies.id}`];
const quietFor = sql`-coalesce((select ${companyFigures.lastActivityAt} from ${companyFigures}
  where ${companyFigures.companyId} = ${companies.id}), 0)`;

const ORDERS: Record<OverviewFilter['order'], SQL[]> = {
  '': byName,
  dueDate: [sql`coalesce(${companies.dueDate}, 9e15)`, sql`${companies.id}`],
  activity: [quietFor, sql`${companies.id}`],
  newest: [sql`-${companies.createdAt}`, sql`${companies.id}`],
};

type Row = {
  company: typeof companies.$inferSelect;
  plan: typeof plans.$inferSelect | null;
  figures: typeof companyFigures.$inferSelect | null;
  openInvoices: number;
  exports: number;
};

function toOverview(
  scope: Scope,
  { company, plan, figures, openInvoices, exports }: Row,
): CompanyOverviewView {
  const { kernel } = scope;
  const { id, name, email, status, dueDate } = company;
  return {
    ...{ id, name, email, status, openInvoices, planName: plan?.name ?? null },
    isOwn: id === scope.companyId,
    isStopped: kernel.tenants.failingIds().includes(id),
    dueDate: dueDate?.toISOString() ?? null,
    daysLeft: daysUntilDue(kernel, company),
    timeZone: zoneOf(kernel, company),
    isOnTrial: isOnTrial(kernel, company),
    figures: figures && toFigures(figures, kernel.clock()),
    tight: tightest(
      measure(kernel, {
        companyId: id,
        plan: plan ?? NO_PLAN,
        counted: { ...(figures && countedIn(figures)), exports },
      }),
    ),
  };
}

/** Counted while the database was last open: a daily count older than a day is void. */
function toFigures(row: typeof companyFigures.$inferSelect, now: Date) {
  const { users, connections, messagesToday, storageBytes, lastActivityAt, countedAt } = row;
  const isQuiet = !lastActivityAt || now.getTime() - lastActivityAt.getTime() > DAY_MS;
  return {
    ...{ users, connections, storageBytes },
    messagesToday: isQuiet ? 0 : messagesToday,
    lastActivityAt: lastActivityAt?.toISOString() ?? null,
    countedAt: countedAt.toISOString(),
  };
}
