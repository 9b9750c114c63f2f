import type { Listener } from '@/core/events.ts';
import { canManagePrompts } from './prompts.policy.ts';

export interface BudgetEvents {
  /** Percentage of the month's tokens: 80 or 100. */
  'ai.budget': { percent: number };
}
declare module '@/core/events.ts' {
  interface EventMap extends BudgetEvents {}
}

export const publishBudget: Listener<'ai.budget'> = (scope, data) =>
  scope.kernel.hub.deliver(scope.companyId, {
    channel: 'ai-budget',
    data,
    canReceive: (actor) => canManagePrompts(actor),
  });
