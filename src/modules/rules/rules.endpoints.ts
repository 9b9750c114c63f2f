import { z } from 'zod';
import { endpoint } from '@/core/http/routing/route.ts';
import { MessageReply } from '@/schemas/reply-fields.schema.ts';
import { getRule, listRules } from './rules.queries.ts';
import { RuleChange, RuleInput, RuleMove } from './rules.schema.ts';
import { createRule, deleteRule, moveRule, updateRule } from './rules.service.ts';
import { Rule, RuleTrial } from './rules.views.ts';
import { tryRule } from './run/try-rule.queries.ts';

declare module '@/core/http/routing/route.ts' {
  interface Fixtures {
    ruleId: number;
  }
}

export const rulesEndpoints = [
  endpoint('GET /rules', {
    access: 'admin',
    summary: 'All rules in their order',
    reply: z.array(Rule),
    run: (scope) => listRules(scope),
  }),
  endpoint('GET /rules/:ruleId', {
    access: 'admin',
    summary: 'One rule',
    reply: Rule,
    errors: ['ERR_NO_RULE_FOUND'],
    run: (scope, { ruleId }) => getRule(scope, ruleId),
  }),
  endpoint('GET /rules/:ruleId/trial', {
    access: 'admin',
    summary: 'On which of the last 100 tickets it would have run; changes nothing',
    reply: RuleTrial,
    errors: ['ERR_NO_RULE_FOUND'],
    run: (scope, { ruleId }) => tryRule(scope, ruleId),
  }),
  endpoint('POST /rules', {
    access: 'admin',
    summary: 'A new rule, behind the others',
    body: RuleInput,
    reply: Rule,
    example: ({ tagId, queueId }) => ({
      body: {
        name: 'Urgentes',
        happening: { type: 'words', words: ['urgente'] },
        actions: [
          { type: 'queue', queueId },
          { type: 'tag', tagId },
        ],
      },
    }),
    run: (scope, { body }) => createRule(scope, body),
  }),
  endpoint('PUT /rules/:ruleId', {
    access: 'admin',
    summary: 'Changes a rule; what is left out stays',
    body: RuleChange,
    reply: Rule,
    errors: ['ERR_NO_RULE_FOUND'],
    example: () => ({ body: { name: 'Muito urgentes', isActive: false } }),
    run: (scope, { ruleId, body }) => updateRule(scope, { ...body, ruleId }),
  }),
  endpoint('POST /rules/:ruleId/move', {
    access: 'admin',
    summary: 'Changes its place with its neighbour',
    body: RuleMove,
    reply: z.array(Rule),
    errors: ['ERR_NO_RULE_FOUND'],
    example: () => ({ body: { to: 'up' as const } }),
    run: async (scope, { ruleId, body }) => {
      await moveRule(scope, { ...body, ruleId });
      return listRules(scope);
    },
  }),
  endpoint('DELETE /rules/:ruleId', {
    access: 'admin',
    summary: 'Deletes a rule; what it did stays',
    reply: MessageReply,
    errors: ['ERR_NO_RULE_FOUND'],
    run: async (scope, { ruleId }) => {
      await deleteRule(scope, { ruleId });
      return { message: 'Rule deleted' };
    },
  }),
];
