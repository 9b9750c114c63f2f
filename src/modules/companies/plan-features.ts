import { AppError } from '@/kernel/errors.ts';
import type { Scope } from '@/kernel/scope.ts';
import { getPlanOf, type PlanFlags } from './companies.queries.ts';

/** What a plan has or has not, in the contract's words. */
export type Feature = keyof PlanFlags;

export async function hasFeature({ kernel, companyId }: Scope, feature: Feature): Promise<boolean> {
  return (await getPlanOf(kernel, companyId))[feature];
}

/** For routes: `only(planHas('useKanban'))`. It throws ERR_FEATURE_NOT_IN_PLAN. */
export function planHas(feature: Feature) {
  return async (scope: Scope): Promise<void> => {
    if (!(await hasFeature(scope, feature))) throw new AppError('ERR_FEATURE_NOT_IN_PLAN');
  };
}
