import { type invoices, plans } from '@db/platform/schema/index.ts';
import { eq } from 'drizzle-orm';
import { type Kernel, systemScope } from '@/core/scope.ts';
import { countInUse } from '@/modules/quotas/quotas.queries.ts';

const LIMITED = ['users', 'connections', 'queues'] as const;
export type PlanLimits = Record<(typeof LIMITED)[number], number>;
export type Excess = { limited: (typeof LIMITED)[number]; limit: number; inUse: number };

type Moving = Pick<typeof invoices.$inferSelect, 'kind' | 'changesPlan'>;

export const movesPlan = ({ kind, changesPlan }: Moving) => kind === 'change' || changesPlan;

export function excessOf(inUse: PlanLimits, plan: PlanLimits): Excess | undefined {
  const limited = LIMITED.find((name) => inUse[name] > plan[name]);
  return limited && { limited, limit: plan[limited], inUse: inUse[limited] };
}

/** Why the company cannot move to the invoice's plan; call it before the transaction that pays. */
export async function findExcess(
  kernel: Kernel,
  invoice: typeof invoices.$inferSelect,
): Promise<Excess | undefined> {
  if (!movesPlan(invoice) || invoice.planId === null) return undefined;
  const plan = await kernel.platform.db.query.plans.findFirst({ where: eq(plans.id, invoice.planId) });
  return plan && excessOf(await countInUse(await systemScope(kernel, invoice.companyId)), plan);
}
