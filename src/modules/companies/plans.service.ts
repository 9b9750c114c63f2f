import { plans } from '@db/platform/schema/index.ts';
import { and, eq, ne, sql } from 'drizzle-orm';
import { auditChange, auditGone, auditNew } from '@/core/audit/audit-rows.ts';
import { insertedRow } from '@/core/db/inserted-row.ts';
import { AppError } from '@/core/errors.ts';
import { type PlatformScope, platformOf } from '@/core/platform-scope.ts';
import { requireSuper } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import type { PlanRowView } from './companies.views.ts';
import { countCompaniesOf, requirePlanRow, toPlanView } from './plans.queries.ts';
import type { PlanInput, PlanPatch } from './plans.schema.ts';

/** Throws ERR_NO_SUPER, ERR_PLAN_INVALID_NAME, ERR_PLAN_NAME_ALREADY_EXISTS. */
export async function createPlan(scope: Scope, input: PlanInput): Promise<PlanRowView> {
  requireSuper(scope);
  return platformOf(scope).write(async (tx) => {
    await requireName(tx, input.name);
    const times = { createdAt: tx.now(), updatedAt: tx.now() };
    const row = await tx.db
      .insert(plans)
      .values({ ...input, ...times })
      .returning()
      .then(insertedRow);
    await auditNew(tx, 'plan.created', plans, row.id);
    tx.emit('plan.changed', { planId: row.id });
    return toPlanView(row);
  });
}

/** Omitted fields stay unchanged. Throws as `createPlan`, and ERR_NO_PLAN_FOUND. */
export async function updatePlan(
  scope: Scope,
  { planId, ...patch }: PlanPatch & { planId: number },
): Promise<PlanRowView> {
  requireSuper(scope);
  return platformOf(scope).write(async (tx) => {
    await requirePlanRow(tx, planId);
    if (patch.name !== undefined) await requireName(tx, patch.name, planId);
    const audited = await auditChange(tx, 'plan.changed', plans, planId);
    const [row] = await tx.db
      .update(plans)
      .set({ ...patch, updatedAt: tx.now() })
      .where(eq(plans.id, planId))
      .returning();
    if (!row) throw new AppError('ERR_NO_PLAN_FOUND');
    await audited();
    tx.emit('plan.changed', { planId });
    return toPlanView(row);
  });
}

/** Throws ERR_NO_SUPER, ERR_NO_PLAN_FOUND, ERR_PLAN_IN_USE with the number of its companies. */
export async function deletePlan(scope: Scope, { planId }: { planId: number }): Promise<void> {
  requireSuper(scope);
  await platformOf(scope).write(async (tx) => {
    await requirePlanRow(tx, planId);
    const inUse = await countCompaniesOf(tx, planId);
    if (inUse > 0) throw new AppError('ERR_PLAN_IN_USE', { count: inUse });
    await auditGone(tx, 'plan.deleted', plans, planId);
    await tx.db.delete(plans).where(eq(plans.id, planId));
    tx.emit('plan.changed', { planId });
  });
}

async function requireName(tx: PlatformScope, name: string, own = 0): Promise<void> {
  if (name.length < 2) throw new AppError('ERR_PLAN_INVALID_NAME');
  const same = and(sql`lower(${plans.name}) = ${name.toLowerCase()}`, ne(plans.id, own));
  if (await tx.db.query.plans.findFirst({ where: same })) throw new AppError('ERR_PLAN_NAME_ALREADY_EXISTS');
}
