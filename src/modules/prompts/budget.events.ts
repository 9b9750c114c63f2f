import type { Listener } from '@/kernel/bus.ts';
import { canManagePrompts } from './prompts.policy.ts';

export interface BudgetEvents {
  /** So much of the month's tokens is used now: 80 or 100. */
  'ai.budget': { percent: number };
}
declare module '@/kernel/bus.ts' {
  interface EventMap extends BudgetEvents {}
}

/** The menu's badge is fetched anew, and says it. */
export const tellBudget: Listener<'ai.budget'> = (scope, data) =>
  scope.kernel.hub.deliver(scope.companyId, {
    channel: 'ai-budget',
    data,
    canHear: (actor) => canManagePrompts(actor),
  });
