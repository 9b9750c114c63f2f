import { platformScope } from '@/core/platform-scope.ts';
import type { Kernel } from '@/core/scope.ts';
import { listOfferedPlans } from '@/modules/companies/plans.queries.ts';
import { getPublicSetting } from '@/modules/settings/settings.queries.ts';

export async function readOffer(kernel: Kernel) {
  const plans = await listOfferedPlans(platformScope(kernel), { by: 'price' });
  const onlyPlanId = plans.length === 1 ? plans[0]?.id : undefined;
  return { plans, onlyPlanId, trialDays: Number((await getPublicSetting(kernel, 'trial')).value) };
}
