import { companies, plans } from '@db/platform/schema/index.ts';
import { and, asc, count, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { cutPage } from '@/core/db/paging.ts';
import { containsText } from '@/core/db/search.ts';
import { AppError } from '@/core/errors.ts';
import { type PlatformScope, platformOf, platformScope } from '@/core/platform-scope.ts';
import { requireSuper } from '@/core/policy.ts';
import type { Kernel, Scope } from '@/core/scope.ts';
import { zonedParts } from '@/core/zoned-time.ts';
import { canReadCompany } from './companies.policy.ts';
import { COMPANIES_PER_PAGE, type CompanyFilter, MAX_BULK_COMPANIES } from './companies.schema.ts';
import type {
  BareCompanyView,
  CompanyNameView,
  CompanyWithPlanView,
  PlanRowView,
} from './companies.views.ts';
import { findPlan, NO_PLAN, type PlanRow, toPlanFacts, toPlanView } from './plans.queries.ts';

export type CompanyRow = typeof companies.$inferSelect;

const FIRST_COMPANY = 1;
/** The company of the platform's set-up, which may pay like others, and those without a due date. */
export const isPlatformsOwn = or(isNull(companies.dueDate), eq(companies.id, FIRST_COMPANY));

/** Throws ERR_NO_COMPANY_FOUND. */
export async function getCompany(kernel: Kernel, companyId: number): Promise<CompanyRow> {
  const row = await findCompany(kernel, companyId);
  if (!row) throw new AppError('ERR_NO_COMPANY_FOUND');
  return row;
}

export function findCompany(kernel: Kernel, companyId: number): Promise<CompanyRow | undefined> {
  return kernel.platform.remember([companies], `company:${companyId}`, () =>
    kernel.platform.db.query.companies.findFirst({ where: eq(companies.id, companyId) }),
  );
}

/** A company without a time zone of its own has the server's. */
export function zoneOf({ config }: Kernel, company: Pick<CompanyRow, 'timeZone'> | undefined): string {
  return company?.timeZone ?? config.timeZone;
}

/** Calendar days to the due date, 0 on the last one; null when there is none. */
export async function daysLeft(kernel: Kernel, companyId: number): Promise<number | null> {
  return daysUntilDue(kernel, await getCompany(kernel, companyId));
}

/** Days before the end from which administrators are warned (spec part 1 §2). */
const WARNED_DAYS = 5;

/** As `daysLeft`, but null while no warning is needed; free plans renew by themselves. */
export async function daysToWarnOf(kernel: Kernel, companyId: number): Promise<number | null> {
  const company = await getCompany(kernel, companyId);
  const days = daysUntilDue(kernel, company);
  if (days === null || days > WARNED_DAYS) return null;
  const isFree = company.planId !== null && (await getPlanOf(kernel, companyId)).value === 0;
  return isFree ? null : days;
}

export function daysUntilDue(kernel: Kernel, company: CompanyRow): number | null {
  return company.dueDate && daysUntil(kernel, company, company.dueDate);
}

/** Calendar days in the company's time zone, negative once the day is past. */
export function daysUntil(kernel: Kernel, company: CompanyRow, at: Date): number {
  const dayOf = (moment: Date) => Date.parse(zonedParts(moment, zoneOf(kernel, company)).day);
  return (dayOf(at) - dayOf(kernel.clock())) / 86_400_000;
}

export function isOnTrial({ clock }: Kernel, { trialExpiration, dueDate }: CompanyRow): boolean {
  return (
    trialExpiration !== null && trialExpiration > clock() && dueDate !== null && dueDate <= trialExpiration
  );
}

export function toCompanyView(row: CompanyRow): BareCompanyView {
  return {
    id: row.id,
    name: row.name,
    phone: row.phone,
    email: row.email,
    status: row.status,
    dueDate: row.dueDate?.toISOString() ?? null,
    recurrence: row.recurrence,
    planId: row.planId,
    campaignsEnabled: row.campaignsEnabled,
    trialExpiration: row.trialExpiration?.toISOString() ?? null,
    billingName: row.billingName,
    addressZipCode: row.addressZipCode,
    addressStreet: row.addressStreet,
    addressDistrict: row.addressDistrict,
    addressCity: row.addressCity,
    addressState: row.addressState,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** Without a plan there are no limits; campaigns can be disabled for a company despite its plan. */
export async function getPlanOf(kernel: Kernel, companyId: number): Promise<PlanRowView> {
  const { planId, campaignsEnabled } = await getCompany(kernel, companyId);
  const plan = planId === null ? NO_PLAN : ((await findPlan(platformScope(kernel), planId)) ?? NO_PLAN);
  return campaignsEnabled ? plan : { ...plan, useCampaigns: false };
}

/** Throws ERR_NO_COMPANY_FOUND for another company's, unless a super administrator asks. */
export async function getCompanyWithPlan(scope: Scope, companyId: number): Promise<CompanyWithPlanView> {
  if (!canReadCompany(scope.actor, companyId)) throw new AppError('ERR_NO_COMPANY_FOUND');
  const company = await getCompany(scope.kernel, companyId);
  return withPlan(company, await getPlanOf(scope.kernel, companyId));
}

function withPlan(company: CompanyRow, plan: PlanRowView): CompanyWithPlanView {
  const { id, name, email, status, dueDate, createdAt, phone } = toCompanyView(company);
  return { id, name, email, status, dueDate, createdAt, phone, plan: toPlanFacts(plan) };
}

type Joined = { company: CompanyRow; plan: PlanRow | null };

/** By name. Throws ERR_NO_SUPER. */
export async function listCompanies(scope: Scope): Promise<Joined[]> {
  requireSuper(scope);
  const platform = platformOf(scope);
  return platform.remember([companies, plans], 'all with plans', async () =>
    joined(platform).orderBy(...BY_NAME),
  );
}

/** By name. Throws ERR_NO_SUPER. */
export async function pageCompanies(scope: Scope, filter: CompanyFilter) {
  requireSuper(scope);
  const platform = platformOf(scope);
  const where = filter.searchParam ? matching(filter.searchParam) : undefined;
  const rows = await joined(platform)
    .where(where)
    .orderBy(...BY_NAME)
    .limit(COMPANIES_PER_PAGE + 1)
    .offset((filter.pageNumber - 1) * COMPANIES_PER_PAGE);
  const [total] = await platform.db.select({ n: count() }).from(companies).where(where);
  return { ...cutPage(rows, COMPANIES_PER_PAGE), count: total?.n ?? 0 };
}

/** Throws ERR_NO_SUPER. */
export async function listCompaniesWithPlans(scope: Scope): Promise<CompanyWithPlanView[]> {
  const found = await listCompanies(scope);
  return found.map(({ company, plan }) => {
    const allowed = plan ? toPlanView(plan) : NO_PLAN;
    const useCampaigns = allowed.useCampaigns && company.campaignsEnabled;
    return withPlan(company, { ...allowed, useCampaigns });
  });
}

type Named = { searchParam?: string; only?: number; chosen?: number[] };

/** By name, blocked ones included; `chosen` ids first, so that none of them is cut off. `only` is an id, too. */
export async function listCompanyNames(
  scope: PlatformScope,
  { searchParam = '', only, chosen = [] }: Named = {},
): Promise<{ companies: CompanyNameView[]; isCut: boolean }> {
  const { id, name, status } = companies;
  const rows = await scope.db
    .select({ id, name, status })
    .from(companies)
    .where(and(searchParam ? sql`(${matching(searchParam)})` : undefined, only ? eq(id, only) : undefined))
    .orderBy(desc(inArray(id, chosen)), sql`lower(${name})`, asc(id))
    .limit(MAX_BULK_COMPANIES + 1);
  return { companies: rows.slice(0, MAX_BULK_COMPANIES), isCut: rows.length > MAX_BULK_COMPANIES };
}

export function matching(text: string): SQL {
  return containsText(text, companies.name, companies.email, companies.phone);
}

const BY_NAME = [sql`lower(${companies.name})`, asc(companies.id)];

const joined = ({ db }: PlatformScope) =>
  db
    .select({ company: companies, plan: plans })
    .from(companies)
    .leftJoin(plans, eq(plans.id, companies.planId))
    .$dynamic();

export async function listOwnCompanyIds(kernel: Kernel): Promise<number[]> {
  return (await listCompanyIds(kernel)).filter((companyId) => kernel.owns(companyId));
}

export async function listCompanyIds(kernel: Kernel): Promise<number[]> {
  return kernel.platform.remember([companies], 'ids', async () => {
    const rows = await kernel.platform.db.select({ id: companies.id }).from(companies).orderBy(companies.id);
    return rows.map((row) => row.id);
  });
}
