import { COMPANY_ROW, PLAN_FACTS, PLAN_ROW, SETTING_ROW } from './reference-keys.ts';

const LIST_PLAN = ['id', 'name', 'email', 'status', 'dueDate', 'createdAt', 'phone', 'plan'];

/** Contract: http §3. */
export const COMPANY_CALLS = {
  'GET /companies/list': {
    '*.': [...COMPANY_ROW, 'plan', 'settings'],
    '*.plan.': ['id', 'name', 'value'],
    '*.settings.*.': SETTING_ROW,
  },
  'GET /companies': { '': ['companies', 'count', 'hasMore'], 'companies.*.': COMPANY_ROW },
  'GET /companies/:id': { '': COMPANY_ROW },
  'POST /companies': { '': COMPANY_ROW },
  'PUT /companies/:id': { '': COMPANY_ROW },
  'DELETE /companies/:id': {},
  'PUT /companies/:id/schedules': { '': COMPANY_ROW },
  'GET /companies/listPlan/:id': { '': LIST_PLAN, 'plan.': PLAN_FACTS },
  'GET /companiesPlan': { '': ['companies'], 'companies.*.': LIST_PLAN, 'companies.*.plan.': PLAN_FACTS },
  'GET /plans/list': { '*.': PLAN_ROW },
  'GET /plans/all': { '*.': PLAN_ROW },
  'GET /plans/register': { '*.': PLAN_ROW },
  'GET /plans': { '': ['plans', 'count', 'hasMore'], 'plans.*.': PLAN_ROW },
  'GET /plans/:id': { '': PLAN_ROW },
  'POST /plans': { '': PLAN_ROW },
  'PUT /plans/:id': { '': PLAN_ROW },
  'DELETE /plans/:id': {},
};
