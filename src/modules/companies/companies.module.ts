import { onEachNode } from '@/core/events.ts';
import { defineModule } from '@/core/module.ts';
import { companiesEndpoints } from './companies.endpoints.ts';
import { type CompanyPlatformEvents, publishCompanyChanged, publishPlanChanged } from './companies.events.ts';
import { createMessageQuotas } from './plan-quotas.state.ts';
import { plansEndpoints } from './plans.endpoints.ts';

const errors = {
  ERR_NO_COMPANY_FOUND: 404,
  ERR_COMPANY_DISABLED: 403,
  ERR_SUBSCRIPTION_EXPIRED: 403,
  ERR_FEATURE_NOT_IN_PLAN: 403,
  ERR_COMPANY_INVALID_NAME: 400,
  ERR_COMPANY_NAME_ALREADY_EXISTS: 400,
  ERR_NO_PLAN_FOUND: 404,
  ERR_PLAN_INVALID_NAME: 400,
  ERR_PLAN_NAME_ALREADY_EXISTS: 400,
  ERR_PLAN_IN_USE: 409,
  ERR_LIMIT_REACHED: 400,
  ERR_MESSAGES_QUOTA: 429,
} as const;
type Errors = typeof errors;
declare module '@/core/errors.ts' {
  interface ErrorStatuses extends Errors {}
}

export const companies = defineModule<{
  errors: keyof Errors;
  platformEvents: keyof CompanyPlatformEvents;
  services: 'messageQuotas';
}>({
  name: 'companies',
  errors,
  services: { messageQuotas: createMessageQuotas },
  endpoints: [...companiesEndpoints, ...plansEndpoints],
  platformListeners: {
    'company.changed': onEachNode(publishCompanyChanged),
    'plan.changed': onEachNode(publishPlanChanged),
  },
});
