import { companies, plans } from '@db/platform/schema/index.ts';
import { AppError } from '@/kernel/errors.ts';
import type { PlatformScope } from '@/kernel/platform-scope.ts';

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
