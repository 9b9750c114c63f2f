import { defineModule } from '@/core/module.ts';
import { isAdmin } from '@/core/policy.ts';
import { paths } from '@/paths.ts';
import { publishRuleChanged, type RuleEvents } from './rules.events.ts';
import { ruleRoutes } from './rules.routes.tsx';
import { oldRuns } from './run/old-runs.jobs.ts';
import { type RuleWork, sendRuleMessage } from './run/rule-message.outbox.ts';
import { onTags, routeByMessage } from './run/rules.steps.ts';
import { waitingRules } from './run/waiting-rules.jobs.ts';

const errors = {
  ERR_NO_RULE_FOUND: 404,
} as const;
type Errors = typeof errors;
declare module '@/core/errors.ts' {
  interface ErrorStatuses extends Errors {}
}

export const rules = defineModule<{
  errors: keyof Errors;
  events: keyof RuleEvents;
  outbox: keyof RuleWork;
}>({
  name: 'rules',
  errors,
  ...ruleRoutes,
  menu: [
    {
      key: 'rules',
      label: 'rules:title',
      href: paths.rules(),
      icon: 'sparkles',
      section: 'channels',
      position: 30,
      isFor: isAdmin,
    },
  ],
  listeners: { 'rule.changed': publishRuleChanged },
  outbox: { 'rule.message': sendRuleMessage },
  steps: { 'message.placing': routeByMessage, 'tags.added': onTags },
  companyJobs: [waitingRules, oldRuns],
});
