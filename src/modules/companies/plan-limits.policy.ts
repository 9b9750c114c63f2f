import { AppError } from '@/core/errors.ts';
import type { PlanRowView } from './companies.views.ts';

export type Limited = 'users' | 'connections' | 'queues' | 'campaigns' | 'schedules';

const UNLIMITED_AT_ZERO: Limited[] = ['campaigns', 'schedules'];

/** Without a plan there is no limit. Throws ERR_LIMIT_REACHED with the limit when no further one fits. */
export function requirePlanCapacity(plan: PlanRowView, limited: Limited, inUse: number): void {
  const limit = plan[limited];
  if (plan.id === 0 || inUse < limit || (limit === 0 && UNLIMITED_AT_ZERO.includes(limited))) return;
  throw new AppError('ERR_LIMIT_REACHED', { limit, context: limited }, { isPublic: true });
}
