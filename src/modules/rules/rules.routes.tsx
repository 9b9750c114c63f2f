import { RuleDialog } from '@views/pages/rules/rule-dialog.tsx';
import { DeleteRuleDialog, RunsDialog, TrialDialog } from '@views/pages/rules/rule-dialogs.tsx';
import type { RuleValues } from '@views/pages/rules/rule-fields.ts';
import { RuleSentence } from '@views/pages/rules/rule-sentence.tsx';
import { RulesPage } from '@views/pages/rules/rules-page.tsx';
import { z } from 'zod';
import type { Ctx } from '@/core/http/env.ts';
import { done, fragment, listPage } from '@/core/http/responses/respond.ts';
import { operation, routes } from '@/core/http/routing/operation.ts';
import { endpoint, pageRoute } from '@/core/http/routing/route.ts';
import { formTexts, idParam, type Refused } from '@/core/http/routing/validate.ts';
import { yesOrNo } from '@/schemas/form.schema.ts';
import { MessageReply } from '@/schemas/reply-fields.schema.ts';
import { loadRuleChoices } from './rule-choices.queries.ts';
import { BLANK, draftAfter, draftOf } from './rule-drafts.logic.ts';
import { listRuleRuns } from './rule-runs.queries.ts';
import { getRule, listRules } from './rules.queries.ts';
import { RuleChange, RuleInput, RuleMove } from './rules.schema.ts';
import { createRule, deleteRule, moveRule, updateRule } from './rules.service.ts';
import { Rule, RuleTrial } from './rules.views.ts';
import { RuleDraft, RuleDraftChange, RuleForm } from './rules-form.schema.ts';
import { tryRule } from './run/try-rule.queries.ts';

declare module '@/core/http/routing/route.ts' {
  interface Fixtures {
    ruleId: number;
  }
}

const REFRESH = 'rule';
const typed = (queueId: number) =>
  ({ when: 'words', words: 'urgente', do: 'queue', value: String(queueId) }) as const;
const example = ({ queueId }: { queueId: number }) => ({ body: { name: 'Urgentes', ...typed(queueId) } });

export const ruleRoutes = routes([
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
    summary: 'On which of the last 100 tickets a rule would have run; changes nothing',
    reply: RuleTrial,
    errors: ['ERR_NO_RULE_FOUND'],
    run: (scope, { ruleId }) => tryRule(scope, ruleId),
  }),
  pageRoute('GET /rules', {
    access: 'admin',
    async answer(c) {
      const rules = await listRules(c.var.scope);
      const head = { title: 'rules:title', active: 'rules' };
      return listPage(c, head, (shows) => <RulesPage shows={shows} rules={rules} />);
    },
  }),
  pageRoute('GET /rules/new', { access: 'admin', answer: (c) => dialog(c, null, BLANK) }),
  pageRoute('GET /rules/:ruleId/edit', {
    access: 'admin',
    answer: async (c, { ruleId }) => dialog(c, ruleId, draftOf(await getRule(c.var.scope, ruleId))),
  }),
  pageRoute('GET /rules/:ruleId/delete', {
    access: 'admin',
    answer: async (c, { ruleId }) =>
      fragment(c, <DeleteRuleDialog rule={await getRule(c.var.scope, ruleId)} />),
  }),
  pageRoute('GET /rules/:ruleId/trial', {
    access: 'admin',
    async answer(c, { ruleId }) {
      const rule = await getRule(c.var.scope, ruleId);
      return fragment(c, <TrialDialog rule={rule} trial={await tryRule(c.var.scope, ruleId)} />);
    },
  }),
  pageRoute('GET /rules/:ruleId/runs', {
    access: 'admin',
    async answer(c, { ruleId }) {
      const rule = await getRule(c.var.scope, ruleId);
      return fragment(c, <RunsDialog rule={rule} runs={await listRuleRuns(c.var.scope, ruleId)} />);
    },
  }),
  pageRoute('POST /rules/draft', {
    access: 'admin',
    query: RuleDraftChange,
    form: RuleDraft,
    example,
    onInvalid: (c) => sentence(c, BLANK),
    answer: (c, { query, form }) => sentence(c, draftAfter(form, query)),
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
  pageRoute('POST /rules', {
    access: 'admin',
    form: RuleForm,
    example,
    onInvalid: again,
    async answer(c, { form }) {
      await createRule(c.var.scope, form);
      return done(c, { toast: 'rules:toast.created', refresh: REFRESH });
    },
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
  pageRoute('PUT /rules/:ruleId', {
    access: 'admin',
    form: RuleForm,
    example,
    onInvalid: again,
    async answer(c, { ruleId, form }) {
      await updateRule(c.var.scope, { ...form, ruleId });
      return done(c, { toast: 'rules:toast.updated', refresh: REFRESH });
    },
  }),
  pageRoute('PUT /rules/:ruleId/active', {
    access: 'admin',
    form: z.object({ isActive: yesOrNo }),
    example: () => ({ body: { isActive: 'false' } }),
    onInvalid: (c) => done(c, { refresh: REFRESH }),
    async answer(c, { ruleId, form: { isActive = false } }) {
      await updateRule(c.var.scope, { ruleId, isActive });
      return done(c, { toast: `rules:toast.${isActive ? 'on' : 'off'}`, refresh: REFRESH });
    },
  }),
  operation('POST /rules/:ruleId/move', {
    access: 'admin',
    summary: 'Swaps a rule with its neighbour',
    input: RuleMove,
    output: z.array(Rule),
    errors: ['ERR_NO_RULE_FOUND'],
    example: () => ({ body: { to: 'up' as const } }),
    async run(scope, input) {
      await moveRule(scope, input);
      return listRules(scope);
    },
    form: { onInvalid: (c) => done(c, { refresh: REFRESH }), done: { refresh: REFRESH } },
  }),
  operation('DELETE /rules/:ruleId', {
    access: 'admin',
    summary: 'Deletes a rule; what it did stays',
    output: MessageReply,
    errors: ['ERR_NO_RULE_FOUND'],
    async run(scope, input) {
      await deleteRule(scope, input);
      return { message: 'Rule deleted' };
    },
    form: { done: { toast: 'rules:toast.deleted', refresh: REFRESH } },
  }),
]);

async function dialog(
  c: Ctx,
  ruleId: number | null,
  values: RuleValues,
  errors?: Record<string, string>,
): Promise<Response> {
  const choices = await loadRuleChoices(c.var.scope);
  return fragment(c, <RuleDialog {...{ ruleId, values, choices, errors }} />, errors ? 422 : 200);
}

async function sentence(c: Ctx, values: RuleValues): Promise<Response> {
  return fragment(c, <RuleSentence values={values} choices={await loadRuleChoices(c.var.scope)} />);
}

async function again(c: Ctx, { values, errors }: Refused): Promise<Response> {
  const ruleId = c.req.param('ruleId') ? idParam(c, 'ruleId') : null;
  const lists = { do: await formTexts(c, 'do'), value: await formTexts(c, 'value') };
  const draft = RuleDraft.safeParse({ ...values, ...lists });
  return dialog(c, ruleId, draft.success ? draftAfter(draft.data, {}) : BLANK, errors);
}
