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

/** The platform's row of a new company, and an empty database for it. Returns its id. */
export async function addCompany(platform: PlatformScope, draft: CompanyDraft): Promise<number> {
  return platform.write(async (tx) => {
    const values = { ...draft, phone: draft.phone ?? '', recurrence: draft.recurrence ?? '' };
    const [company] = await tx.db.insert(companies).values(values).returning({ id: companies.id });
    if (!company) throw new AppError('ERR_INTERNAL');
    // Before the commit: a company that the platform knows has a database, whatever dies meanwhile.
    await tx.kernel.tenants.create(company.id);
    return company.id;
  });
}

/** Forgets every company; only before anybody can sign in. */
export async function dropCompanies(platform: PlatformScope): Promise<void> {
  await platform.write((tx) => tx.db.delete(companies));
}

/** The plan that a fresh platform starts with; made once. */
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
