import { companies, plans } from '@db/platform/schema/index.ts';
import { eq } from 'drizzle-orm';
import { AppError } from '@/kernel/errors.ts';
import type { Kernel, Scope } from '@/kernel/scope.ts';
import { zonedParts } from '@/kernel/zoned-time.ts';
import { canReadCompany } from './companies.policy.ts';
import type { BareCompanyView, CompanyWithPlanView, PlanView } from './companies.views.ts';

type CompanyRow = typeof companies.$inferSelect;

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

/** Calendar days to the due date, 0 on the last one; null when there is none. */
export async function daysLeft(kernel: Kernel, companyId: number): Promise<number | null> {
  const { dueDate } = await getCompany(kernel, companyId);
  if (!dueDate) return null;
  const { timeZone } = kernel.config;
  const dayOf = (at: Date) => Date.parse(zonedParts(at, timeZone).day);
  return (dayOf(dueDate) - dayOf(kernel.clock())) / 86_400_000;
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
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** Id 0 means: no plan, and therefore no limits. */
const NO_PLAN: PlanView = {
  id: 0,
  name: '',
  users: 0,
  connections: 0,
  queues: 0,
  value: 0,
  useCampaigns: true,
  useSchedules: true,
  useInternalChat: true,
  useExternalApi: true,
  useKanban: true,
  useOpenAi: true,
  useIntegrations: true,
  useInternal: true,
};

export async function getPlanOf(kernel: Kernel, companyId: number): Promise<PlanView> {
  const company = await getCompany(kernel, companyId);
  if (company.planId === null) return NO_PLAN;
  const { planId } = company;
  return kernel.platform.remember([plans], `plan:${planId}`, async () => {
    const plan = await kernel.platform.db.query.plans.findFirst({ where: eq(plans.id, planId) });
    if (!plan) return NO_PLAN;
    const { createdAt: _created, updatedAt: _updated, ...view } = plan;
    return view;
  });
}

/** Throws ERR_NO_COMPANY_FOUND for another company's, unless a super administrator asks. */
export async function getCompanyWithPlan(scope: Scope, companyId: number): Promise<CompanyWithPlanView> {
  if (!canReadCompany(scope.actor, companyId)) throw new AppError('ERR_NO_COMPANY_FOUND');
  const { id, name, email, status, dueDate, createdAt, phone } = toCompanyView(
    await getCompany(scope.kernel, companyId),
  );
  return {
    id,
    name,
    email,
    status,
    dueDate,
    createdAt,
    phone,
    plan: await getPlanOf(scope.kernel, companyId),
  };
}

export async function listCompanyIds(kernel: Kernel): Promise<number[]> {
  return kernel.platform.remember([companies], 'ids', async () => {
    const rows = await kernel.platform.db.select({ id: companies.id }).from(companies).orderBy(companies.id);
    return rows.map((row) => row.id);
  });
}
