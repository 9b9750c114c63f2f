import { companies, logins, plans } from '@db/platform/schema/index.ts';
import { users } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import { AppError } from '@/kernel/errors.ts';
import { type Kernel, systemScope } from '@/kernel/scope.ts';

export type NewCompany = {
  name: string;
  email: string;
  phone?: string;
  dueDate: Date | null;
  planId: number | null;
  recurrence?: string;
  owner: { name: string; passwordHash: string; super: boolean };
};

/**
 * Creates a company and its first administrator. The platform's rows come first, so that a crash in
 * between leaves an e-mail that can be set up again, never a person without a company.
 * Throws ERR_EMAIL_TAKEN.
 */
export async function createCompany(
  kernel: Kernel,
  input: NewCompany,
): Promise<{ companyId: number; userId: number }> {
  const email = input.email.toLowerCase();
  const companyId = await kernel.platform.write(async (tx) => {
    const taken = await tx.query.logins.findFirst({ where: eq(logins.email, email) });
    if (taken) throw new AppError('ERR_EMAIL_TAKEN');
    const [company] = await tx
      .insert(companies)
      .values({
        name: input.name,
        email,
        phone: input.phone ?? '',
        dueDate: input.dueDate,
        planId: input.planId,
        recurrence: input.recurrence ?? '',
      })
      .returning({ id: companies.id });
    if (!company) throw new AppError('ERR_INTERNAL');
    await tx.insert(logins).values({ email, companyId: company.id, userId: FIRST_USER });
    // Before the commit: a company that the platform knows has a database, whatever dies meanwhile.
    await kernel.tenants.create(company.id);
    return company.id;
  });
  const scope = await systemScope(kernel, companyId);
  await scope.write((tx) =>
    tx.db
      .insert(users)
      .values({
        id: FIRST_USER,
        name: input.owner.name,
        email,
        passwordHash: input.owner.passwordHash,
        profile: 'admin',
        allTicket: true,
        super: input.owner.super,
      })
      .then(() => undefined),
  );
  return { companyId, userId: FIRST_USER };
}

/** The first person of a new database. */
const FIRST_USER = 1;

/** The plan that a fresh platform starts with; made once. */
export async function ensureFirstPlan(kernel: Kernel): Promise<number> {
  const known = await kernel.platform.db.query.plans.findFirst();
  if (known) return known.id;
  return kernel.platform.write(async (tx) => {
    const [plan] = await tx
      .insert(plans)
      .values({ name: 'Plano 1', users: 10, connections: 10, queues: 10, value: 30 })
      .returning({ id: plans.id });
    if (!plan) throw new AppError('ERR_INTERNAL');
    return plan.id;
  });
}
