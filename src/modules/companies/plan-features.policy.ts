import { AppError } from '@/core/errors.ts';
import type { PlanFlag } from '@/core/plan-flags.ts';
import type { Scope } from '@/core/scope.ts';
import { getPlanOf } from './companies.queries.ts';

export async function hasFeature({ kernel, companyId }: Scope, feature: PlanFlag): Promise<boolean> {
  return (await getPlanOf(kernel, companyId))[feature];
}

/** Throws ERR_FEATURE_NOT_IN_PLAN. */
export async function requirePlan(scope: Scope, feature: PlanFlag): Promise<void> {
  if (!(await hasFeature(scope, feature))) throw new AppError('ERR_FEATURE_NOT_IN_PLAN');
}
