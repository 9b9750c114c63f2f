import { companies, plans } from '@db/platform/schema/index.ts';
import { and, asc, count, eq, or, type SQL, sql } from 'drizzle-orm';
import { afterRow, cutPage, offsetOf, sizeOf } from '@/core/db/paging.ts';
import { containsText } from '@/core/db/search.ts';
import { AppError } from '@/core/errors.ts';
import { type PlatformScope, platformOf } from '@/core/platform-scope.ts';
import { isSuper } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import type { PlanPage, PlanRowView, PlanView } from './companies.views.ts';
import { PLANS_PER_PAGE, type PlanFilter } from './plans.schema.ts';

export type PlanRow = typeof plans.$inferSelect;

const NEVER = new Date(0).toISOString();

/** Id 0 means: no plan, and therefore no limits. */
export const NO_PLAN: PlanRowView = {
  id: 0,
  name: '',
  users: 0,
  connections: 0,
  queues: 0,
  campaigns: 0,
  schedules: 0,
  storageGb: 0,
  messagesPerMinute: 0,
  sockets: 0,
  exports: 0,
  value: 0,
  useCampaigns: true,
  useSchedules: true,
  useInternalChat: true,
  useExternalApi: true,
  useKanban: true,
  useOpenAi: true,
  useIntegrations: true,
  useInternal: true,
  createdAt: NEVER,
  updatedAt: NEVER,
};

export function findPlan(platform: PlatformScope, planId: number): Promise<PlanRowView | undefined> {
  return platform.remember([plans], `plan:${planId}`, async () => {
    const row = await platform.db.query.plans.findFirst({ where: eq(plans.id, planId) });
    return row && toPlanView(row);
  });
}

export async function requirePlanRow(platform: PlatformScope, planId: number): Promise<PlanRow> {
  const row = await platform.db.query.plans.findFirst({ where: eq(plans.id, planId) });
  if (!row) throw new AppError('ERR_NO_PLAN_FOUND');
  return row;
}

/** Throws ERR_NO_PLAN_FOUND; except for super administrators also when it is neither public nor their own. */
export async function getPlan(scope: Scope, planId: number): Promise<PlanRowView> {
  const where = and(eq(plans.id, planId), readableBy(scope));
  const [row] = await platformOf(scope).db.select().from(plans).where(where);
  if (!row) throw new AppError('ERR_NO_PLAN_FOUND');
  return toPlanView(row);
}

export async function listPlans(scope: Scope, filter: PlanFilter): Promise<PlanPage> {
  const { db } = platformOf(scope);
  const where = and(
    readableBy(scope),
    filter.searchParam ? containsText(filter.searchParam, plans.name) : undefined,
  );
  const size = sizeOf(filter, PLANS_PER_PAGE);
  const rows = await db
    .select()
    .from(plans)
    .where(and(where, filter.after ? afterRow(plans.id, BY_NAME, filter.after) : undefined))
    .orderBy(...BY_NAME)
    .limit(size + 1)
    .offset(offsetOf(filter, PLANS_PER_PAGE));
  const [total] = await db.select({ n: count() }).from(plans).where(where);
  const page = cutPage(rows, size);
  return { plans: page.rows.map(toPlanView), count: total?.n ?? 0, hasMore: page.hasMore };
}

export async function listAllPlans({ db }: PlatformScope): Promise<PlanRowView[]> {
  return (
    await db
      .select()
      .from(plans)
      .orderBy(...BY_NAME)
  ).map(toPlanView);
}

export async function listOfferedPlans(
  { db }: PlatformScope,
  { by = 'name' }: { by?: 'name' | 'price' } = {},
): Promise<PlanRowView[]> {
  const rows = await db
    .select()
    .from(plans)
    .where(eq(plans.useInternal, true))
    .orderBy(...(by === 'price' ? [asc(plans.value)] : []), ...BY_NAME);
  return rows.map(toPlanView);
}

export async function countCompaniesOf({ db }: PlatformScope, planId: number): Promise<number> {
  const [row] = await db.select({ n: count() }).from(companies).where(eq(companies.planId, planId));
  return row?.n ?? 0;
}

export function toPlanView(row: PlanRow): PlanRowView {
  return { ...row, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() };
}

export function toPlanFacts(plan: PlanRowView): PlanView {
  const {
    campaigns: _campaigns,
    schedules: _schedules,
    storageGb: _storageGb,
    messagesPerMinute: _messagesPerMinute,
    sockets: _sockets,
    exports: _exports,
    createdAt: _created,
    updatedAt: _updated,
    ...facts
  } = plan;
  return facts;
}

const BY_NAME = [sql`lower(${plans.name})`, sql`${plans.id}`];

function readableBy({ actor, companyId }: Scope): SQL | undefined {
  if (isSuper(actor)) return undefined;
  const own = sql`${plans.id} = (select ${companies.planId} from ${companies} where ${companies.id} = ${companyId})`;
  return or(eq(plans.useInternal, true), own);
}
