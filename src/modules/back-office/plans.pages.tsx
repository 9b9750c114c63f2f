import { DeletePlanDialog, PlanDialog, type PlanValues } from '@views/pages/back-office/plan-dialog.tsx';
import { PlansList } from '@views/pages/back-office/plans-list.tsx';
import type { Ctx } from '@/core/http/env.ts';
import { orToast, toastFailure } from '@/core/http/responses/or-toast.ts';
import { done, fragment } from '@/core/http/responses/respond.ts';
import { tabList } from '@/core/http/responses/tab-page.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { idParam, type Refused } from '@/core/http/routing/validate.ts';
import { getPlan, listPlans } from '@/modules/companies/plans.queries.ts';
import {
  OPEN_LIMITS,
  PLAN_FLAGS,
  PLAN_LIMITS,
  PlanFilter,
  PlanInput,
  QUOTAS,
} from '@/modules/companies/plans.schema.ts';
import { createPlan, deletePlan, updatePlan } from '@/modules/companies/plans.service.ts';
import { formatAmount } from '@/schemas/languages.schema.ts';
import { atItsField } from './form-errors.logic.ts';

const access = 'super' as const;
const DONE = { toast: 'common:toast.success', refresh: 'plan' };
const NUMBERS = [...PLAN_LIMITS, ...OPEN_LIMITS, ...QUOTAS, 'value'] as const;
type Numbers = Record<(typeof NUMBERS)[number], string>;
const ALL_ON = Object.fromEntries(PLAN_FLAGS.map((flag) => [flag, true]));
const NO_NUMBERS = Object.fromEntries(NUMBERS.map((name) => [name, '0']));
const ONE_EACH = Object.fromEntries(PLAN_LIMITS.map((name) => [name, '1']));
const BLANK = { name: '', ...NO_NUMBERS, ...ONE_EACH, ...ALL_ON } as PlanValues;

export const plansPages = [
  pageRoute('GET /settings/plans', {
    access,
    query: PlanFilter,
    answer: (c, { query }) =>
      orToast(c, 'common:toast.listFailed', async () => {
        const props = { page: await listPlans(c.var.scope, query), searchParam: query.searchParam };
        return tabList(c, 'plans', (shows) => <PlansList shows={shows} {...props} />);
      }),
  }),
  pageRoute('GET /settings/plans/new', { access, answer: (c) => dialog(c, BLANK) }),
  pageRoute('GET /settings/plans/:planId/edit', {
    access,
    shared: true,
    async answer(c, { planId }) {
      const plan = await getPlan(c.var.scope, planId);
      const numbers = Object.fromEntries(NUMBERS.map((name) => [name, String(plan[name])])) as Numbers;
      const value = formatAmount(plan.value, c.var.scope);
      return dialog(c, { ...BLANK, ...plan, ...numbers, value });
    },
  }),
  pageRoute('GET /settings/plans/:planId/delete', {
    access,
    shared: true,
    answer: async (c, { planId }) =>
      fragment(c, <DeletePlanDialog plan={await getPlan(c.var.scope, planId)} />),
  }),
  pageRoute('POST /settings/plans', {
    access,
    form: PlanInput,
    example: () => ({ body: { name: 'Equipe', users: '5', value: '99,90' } }),
    onInvalid: again,
    async answer(c, { form }) {
      await createPlan(c.var.scope, form).catch(atItsField);
      return done(c, DONE);
    },
  }),
  pageRoute('PUT /settings/plans/:planId', {
    access,
    shared: true,
    form: PlanInput,
    example: () => ({ body: { name: 'Equipe', users: '5', value: '99,90' } }),
    onInvalid: again,
    async answer(c, { planId, form }) {
      await updatePlan(c.var.scope, { ...form, planId }).catch(atItsField);
      return done(c, DONE);
    },
  }),
  pageRoute('DELETE /settings/plans/:planId', {
    access,
    shared: true,
    answer: (c, { planId }) =>
      orToast(c, 'common:toast.failed', async () => {
        await deletePlan(c.var.scope, { planId });
        return done(c, DONE);
      }),
  }),
];

function dialog(c: Ctx, values: PlanValues, errors?: Refused['errors']): Response {
  const planId = c.req.param('planId') === undefined ? null : idParam(c, 'planId');
  return fragment(c, <PlanDialog planId={planId} values={values} errors={errors} />, errors ? 422 : 200);
}

function again(c: Ctx, { values, errors }: Refused): Response {
  const flags = Object.fromEntries(PLAN_FLAGS.map((flag) => [flag, values[flag] === 'true']));
  toastFailure(c, 'backOffice:plan.failed');
  return dialog(c, { ...BLANK, ...values, ...flags } as PlanValues, errors);
}
