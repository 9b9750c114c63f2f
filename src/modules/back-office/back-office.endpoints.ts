import { z } from 'zod';
import { endpoint } from '@/core/http/routing/route.ts';
import { CompanyFilter, CompanyInput, CompanyPatch } from '@/modules/companies/companies.schema.ts';
import { Company } from '@/modules/settings/settings.views.ts';
import { ListedCompany, ListedCompanyPage, NewCompany } from './back-office.views.ts';
import { listAllCompanies, listCompanyPage } from './companies.queries.ts';
import { createCompany, updateCompany } from './companies.service.ts';
import { deleteCompany } from './delete-company.service.ts';

const EXAMPLE = { phone: '11999990000', status: true, campaignsEnabled: false, recurrence: 'MENSAL' };

export const backOfficeEndpoints = [
  endpoint('GET /companies/list', {
    access: 'super',
    summary: 'Every company with its plan, by name; of settings there is `campaignsEnabled`',
    reply: z.array(ListedCompany),
    run: (scope) => listAllCompanies(scope),
  }),
  endpoint('GET /companies', {
    access: 'super',
    summary: 'A page of companies, found by name, e-mail and phone',
    query: CompanyFilter,
    reply: ListedCompanyPage,
    example: () => ({ query: { searchParam: 'a', pageNumber: 1 } }),
    run: (scope, { query }) => listCompanyPage(scope, query),
  }),
  endpoint('POST /companies', {
    access: 'super',
    summary:
      'A company with its first administrator, who signs in by `email` and `password`; a due date that is empty or none is null, which has no end. Without a password the reply holds the link of their invitation',
    body: CompanyInput,
    reply: NewCompany,
    errors: [
      'ERR_COMPANY_INVALID_NAME',
      'ERR_COMPANY_NAME_ALREADY_EXISTS',
      'ERR_EMAIL_TAKEN',
      'ERR_NO_PLAN_FOUND',
    ],
    example: ({ planId }) => ({
      body: {
        name: 'Cometa',
        email: 'lia@cometa.test',
        password: 'uma senha bem comprida',
        dueDate: '2026-04-10',
        planId,
        ...EXAMPLE,
      },
    }),
    run: (scope, { body }) => createCompany(scope, body),
  }),
  endpoint('PUT /companies/:companyId', {
    access: 'super',
    summary:
      'Changes a company; omitted fields stay. `status` false blocks it within a second, WhatsApp stays paired',
    body: CompanyPatch,
    reply: Company,
    errors: [
      'ERR_NO_COMPANY_FOUND',
      'ERR_COMPANY_INVALID_NAME',
      'ERR_COMPANY_NAME_ALREADY_EXISTS',
      'ERR_COMPANY_IS_OWN',
      'ERR_NO_PLAN_FOUND',
    ],
    example: ({ companyId, planId }) => ({ body: { id: companyId, name: 'Outra', planId, ...EXAMPLE } }),
    run: (scope, { companyId, body }) => updateCompany(scope, { ...body, companyId }),
  }),
  endpoint('DELETE /companies/:companyId', {
    access: 'super',
    summary:
      'Moves a company to the bin, from which it can be restored for 30 days; its sessions and connections end',
    errors: ['ERR_NO_COMPANY_FOUND', 'ERR_COMPANY_IS_OWN', 'ERR_PROOF_REQUIRED'],
    run: (scope, { companyId }) => deleteCompany(scope, { companyId }),
  }),
];
