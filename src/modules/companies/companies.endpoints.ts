import { endpoint } from '@/core/http/routing/route.ts';
import { getCompanyWithPlan, listCompaniesWithPlans } from './companies.queries.ts';
import { CompaniesWithPlans, CompanyWithPlan } from './companies.views.ts';

export const companiesEndpoints = [
  endpoint('GET /companies/listPlan/:companyId', {
    access: 'person',
    summary: 'The company with what its plan allows',
    reply: CompanyWithPlan,
    errors: ['ERR_NO_COMPANY_FOUND'],
    run: (scope, { companyId }) => getCompanyWithPlan(scope, companyId),
  }),
  endpoint('GET /companiesPlan', {
    access: 'super',
    summary: 'Every company with what its plan allows',
    reply: CompaniesWithPlans,
    run: async (scope) => ({ companies: await listCompaniesWithPlans(scope) }),
  }),
];
