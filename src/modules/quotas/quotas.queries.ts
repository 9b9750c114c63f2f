import { companyFigures } from '@db/platform/schema/index.ts';
import { connections, queues, users } from '@db/tenant/schema/index.ts';
import { eq, isNull } from 'drizzle-orm';
import { platformOf } from '@/core/platform-scope.ts';
import { isAdmin, requireCan, requireSuper } from '@/core/policy.ts';
import type { Kernel, Scope } from '@/core/scope.ts';
import { countUnfinished } from '@/modules/campaigns/campaigns.queries.ts';
import { getPlanOf } from '@/modules/companies/companies.queries.ts';
import type { PlanRowView } from '@/modules/companies/companies.views.ts';
import { exportsIn, storageIn } from '@/modules/companies/plan-quotas.state.ts';
import { countStored } from '@/modules/company-files/exports.queries.ts';
import { countWaiting } from '@/modules/schedules/schedules.queries.ts';
import { MEASURED, type Measured, type PlanUse, type Use } from './quotas.schema.ts';

type FiguresRow = typeof companyFigures.$inferSelect;
export type InUse = Record<'users' | 'connections' | 'queues' | 'campaigns' | 'schedules', number>;

export async function countInUse(scope: Scope): Promise<InUse> {
  const { db } = scope;
  return {
    users: await db.$count(users, isNull(users.disabledAt)),
    connections: await db.$count(connections),
    queues: await db.$count(queues),
    campaigns: await countUnfinished(scope),
    schedules: await countWaiting(scope),
  };
}

export async function getOwnUse(scope: Scope): Promise<PlanUse> {
  requireCan(scope, isAdmin);
  const { companyId } = scope;
  const figures = await findFigures(scope, companyId);
  const inUse = await countInUse(scope);
  return usedBy(scope, companyId, figures, { ...inUse, storage: figures?.storageBytes ?? null });
}

/** Does not open the company's database. Throws ERR_NO_SUPER, ERR_NO_COMPANY_FOUND. */
export async function getUseOfCompany(scope: Scope, companyId: number): Promise<PlanUse> {
  requireSuper(scope);
  const figures = await findFigures(scope, companyId);
  return usedBy(scope, companyId, figures, figures && countedIn(figures));
}

const findFigures = (scope: Scope, companyId: number) =>
  platformOf(scope).db.query.companyFigures.findFirst({ where: eq(companyFigures.companyId, companyId) });

async function usedBy(
  scope: Scope,
  companyId: number,
  figures: FiguresRow | undefined,
  counted: Counted | undefined,
): Promise<PlanUse> {
  const plan = await getPlanOf(scope.kernel, companyId);
  const exports = await countStored(platformOf(scope), companyId);
  const uses = measure(scope.kernel, { companyId, plan, counted: { ...counted, exports } });
  return { uses, countedAt: figures?.countedAt.toISOString() ?? null };
}

export type Counted = Partial<Record<Measured, number | null>>;

export const countedIn = (figures: FiguresRow): Counted => {
  const { users, lines: connections, queues, campaigns, schedules, storageBytes: storage } = figures;
  return { users, connections, queues, campaigns, schedules, storage };
};

type Limits = Omit<PlanRowView, 'createdAt' | 'updatedAt'>;
type Measuring = { companyId: number; plan: Limits; counted: Counted };

export function measure(kernel: Kernel, { companyId, plan, counted }: Measuring): Use[] {
  const limits = limitsOf(kernel, plan);
  const known: Counted = {
    ...counted,
    messages: limits.messages && kernel.services.messageQuotas.spentBy(companyId, limits.messages),
    sockets: kernel.hub.slots.takenBy(companyId),
  };
  return MEASURED.filter((name) => !isOff(plan, name))
    .map((name) => ({ name, used: known[name] ?? null, limit: limits[name] }))
    .filter(({ used, limit }) => used !== null || limit !== null);
}

const isOff = ({ useCampaigns, useSchedules }: Limits, name: Measured): boolean =>
  (name === 'campaigns' && !useCampaigns) || (name === 'schedules' && !useSchedules);

function limitsOf(kernel: Kernel, plan: Limits): Record<Measured, number | null> {
  const unlessFree = (most: number) => (plan.id === 0 ? null : most);
  return {
    users: unlessFree(plan.users),
    connections: unlessFree(plan.connections),
    queues: unlessFree(plan.queues),
    storage: storageIn(kernel, plan) ?? null,
    messages: plan.messagesPerMinute || null,
    sockets: plan.sockets || null,
    exports: exportsIn(plan),
    campaigns: plan.campaigns || null,
    schedules: plan.schedules || null,
  };
}
