import { companies, plans } from '@db/platform/schema/index.ts';
import { eq } from 'drizzle-orm';
import { AppError } from '@/kernel/errors.ts';
import type { PlatformScope } from '@/kernel/platform-scope.ts';
import { keepSecondRanges } from '@/service-hours.schema.ts';
import type { BareCompanyView } from './companies.views.ts';

export type CompanyDraft = {
  name: string;
  email: string;
  phone?: string;
  dueDate: Date | null;
  planId: number | null;
  recurrence?: string;
};

export async function addCompany(platform: PlatformScope, draft: CompanyDraft): Promise<number> {
  return platform.write(async (tx) => {
    const values = { ...draft, phone: draft.phone ?? '', recurrence: draft.recurrence ?? '' };
    const [company] = await tx.db.insert(companies).values(values).returning({ id: companies.id });
    if (!company) throw new AppError('ERR_INTERNAL');
    // Before the commit, so that a crash never leaves a company without a database.
    await tx.kernel.tenants.create(company.id);
    return company.id;
  });
}

/** A day without its second range keeps the one it has. Returns what is stored. Throws ERR_NO_COMPANY_FOUND. */
export async function setCompanyHours(
  platform: PlatformScope,
  { companyId, hours }: { companyId: number; hours: BareCompanyView['schedules'] },
): Promise<BareCompanyView['schedules']> {
  return platform.write(async (tx) => {
    const company = await tx.db.query.companies.findFirst({ where: eq(companies.id, companyId) });
    if (!company) throw new AppError('ERR_NO_COMPANY_FOUND');
    const schedules = keepSecondRanges(company.schedules, hours);
    await tx.db.update(companies).set({ schedules, updatedAt: tx.now() }).where(eq(companies.id, companyId));
    return schedules;
  });
}

/** Only before anybody can sign in. */
export async function dropCompanies(platform: PlatformScope): Promise<void> {
  await platform.write((tx) => tx.db.delete(companies));
}

export async function ensureFirstPlan(platform: PlatformScope): Promise<number> {
  const known = await platform.db.query.plans.findFirst();
  if (known) return known.id;
  return platform.write(async (tx) => {
    const [plan] = await tx.db
      .insert(plans)
      .values({ name: 'Plano 1', users: 10, connections: 10, queues: 10, value: 30 })
      .returning({ id: plans.id });
    if (!plan) throw new AppError('ERR_INTERNAL');
    return plan.id;
  });
}
