import { AppError } from '@/kernel/errors.ts';
import type { PlanView } from './companies.views.ts';

export type Limited = 'users' | 'connections' | 'queues';

/** Without a plan there is no limit. Throws ERR_LIMIT_REACHED when no other fits beside those in use. */
export function requireRoomInPlan(plan: PlanView, limited: Limited, inUse: number): void {
  const limit = plan[limited];
  if (plan.id === 0 || inUse < limit) return;
  // The contract has a sentence of its own for users.
  if (limited === 'users')
    throw new AppError('ERR_LIMIT_REACHED', { limit, context: limited }, { isSaid: true });
  throw new AppError('ERR_LIMIT_REACHED', { limit });
}
