import type { Listener } from '@/core/events.ts';
import { canManageRules } from './rules.policy.ts';

export interface RuleEvents {
  'rule.changed': { ruleId: number; action: 'create' | 'update' | 'delete' };
}
declare module '@/core/events.ts' {
  interface EventMap extends RuleEvents {}
}

export const publishRuleChanged: Listener<'rule.changed'> = (scope, { ruleId, action }) =>
  scope.kernel.hub.deliver(scope.companyId, {
    channel: 'rule',
    data: { action, ruleId },
    canReceive: (actor) => canManageRules(actor),
  });
