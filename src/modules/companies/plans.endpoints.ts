import { z } from 'zod';
import { endpoint } from '@/core/http/routing/route.ts';
import { findActiveActor } from '@/core/http/sessions/authenticate.ts';
import { platformScope } from '@/core/platform-scope.ts';
import { isSuper } from '@/core/policy.ts';
import { PlanPage, PlanRow } from './companies.views.ts';
import { getPlan, listAllPlans, listOfferedPlans, listPlans } from './plans.queries.ts';
import { PlanFilter, PlanInput, PlanPatch } from './plans.schema.ts';
import { createPlan, deletePlan, updatePlan } from './plans.service.ts';

declare module '@/core/http/routing/route.ts' {
  interface Fixtures {
    planId: number;
  }
}

const EXAMPLE = { users: 5, connections: 2, queues: 4, value: 99.9, useCampaigns: false };

export const plansEndpoints = [
  endpoint('GET /plans/list', {
    access: 'anyone',
    summary: 'The plans that are offered at registration, by name',
    reply: z.array(PlanRow),
    answer: async (c) => c.json(await listOfferedPlans(platformScope(c.var.kernel))),
  }),
  endpoint('GET /plans/register', {
    access: 'anyone',
    summary: 'The plans that are offered at registration, by name; as /plans/list',
    reply: z.array(PlanRow),
    answer: async (c) => c.json(await listOfferedPlans(platformScope(c.var.kernel))),
  }),
  endpoint('GET /plans/all', {
    access: 'anyone',
    summary: 'The plans that are offered at registration, by name; every plan for super administrators',
    reply: z.array(PlanRow),
    async answer(c) {
      const reader = await findActiveActor(c);
      const platform = platformScope(c.var.kernel);
      return c.json(await (reader && isSuper(reader) ? listAllPlans(platform) : listOfferedPlans(platform)));
    },
  }),
  endpoint('GET /plans', {
    access: 'person',
    summary:
      'A page of the plans that the reader may know: those offered and their own; super administrators know all',
    query: PlanFilter,
    reply: PlanPage,
    example: () => ({ query: { searchParam: '', pageNumber: 1 } }),
    run: (scope, { query }) => listPlans(scope, query),
  }),
  endpoint('GET /plans/:planId', {
    access: 'person',
    shared: true,
    summary: 'One plan that the reader may know',
    reply: PlanRow,
    errors: ['ERR_NO_PLAN_FOUND'],
    run: (scope, { planId }) => getPlan(scope, planId),
  }),
  endpoint('POST /plans', {
    access: 'super',
    summary: 'A new plan; features that are not named are on, `useInternal` offers it at registration',
    body: PlanInput,
    reply: PlanRow,
    errors: ['ERR_PLAN_INVALID_NAME', 'ERR_PLAN_NAME_ALREADY_EXISTS'],
    example: () => ({ body: { name: 'Equipe', ...EXAMPLE } }),
    run: (scope, { body }) => createPlan(scope, body),
  }),
  endpoint('PUT /plans/:planId', {
    access: 'super',
    shared: true,
    summary:
      'Changes a plan; it applies to its companies at once. The id is that of the path, whatever the body says',
    body: PlanPatch,
    reply: PlanRow,
    errors: ['ERR_NO_PLAN_FOUND', 'ERR_PLAN_INVALID_NAME', 'ERR_PLAN_NAME_ALREADY_EXISTS'],
    example: ({ planId }) => ({ body: { id: planId, name: 'Equipe grande', ...EXAMPLE } }),
    run: (scope, { planId, body }) => updatePlan(scope, { ...body, planId }),
  }),
  endpoint('DELETE /plans/:planId', {
    access: 'super',
    shared: true,
    summary: 'Deletes a plan that no company has',
    errors: ['ERR_NO_PLAN_FOUND', 'ERR_PLAN_IN_USE'],
    run: (scope, { planId }) => deletePlan(scope, { planId }),
  }),
];
