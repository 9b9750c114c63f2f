import type { plans } from '@db/platform/schema/index.ts';
import { AppError } from '@/core/errors.ts';
import type { Scope } from '@/core/scope.ts';
import { getPlanOf } from './companies.queries.ts';

type PlanRow = typeof plans.$inferSelect;
export type PlanFlag = { [K in keyof PlanRow]: PlanRow[K] extends boolean ? K : never }[keyof PlanRow];

declare module '@/core/module.ts' {
  interface Features extends Record<PlanFlag, true> {}
}

export async function hasFeature({ kernel, companyId }: Scope, feature: PlanFlag): Promise<boolean> {
  return (await getPlanOf(kernel, companyId))[feature];
}

export async function requireFeature(scope: Scope, feature: PlanFlag): Promise<void> {
  if (!(await hasFeature(scope, feature))) throw new AppError('ERR_FEATURE_NOT_IN_PLAN');
}
