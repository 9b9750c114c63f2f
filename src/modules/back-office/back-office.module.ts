import { defineModule } from '@/core/module.ts';
import { isSuper } from '@/core/policy.ts';
import { backOfficeEndpoints } from './back-office.endpoints.ts';
import { backOfficePaths } from './back-office-paths.schema.ts';
import { binPages } from './bin.pages.tsx';
import { binAtStart, emptyBin } from './bin.service.ts';
import { bulkCompaniesPages } from './bulk-companies.pages.tsx';
import { companiesPages } from './companies.pages.tsx';
import { plansPages } from './plans.pages.tsx';
import { platformPages } from './platform.pages.tsx';
import { visitPages } from './visit.pages.tsx';

const errors = {
  ERR_COMPANY_IS_OWN: 409,
} as const;
type Errors = typeof errors;
declare module '@/core/errors.ts' {
  interface ErrorStatuses extends Errors {}
}

const superTab = (key: string, href: string, rank: number, group: 'own' | 'companies' = 'companies') => {
  const label = `backOffice:tabs.${key}`;
  return { key, label, href, rank, area: 'platform' as const, group, isFor: isSuper };
};

export const backOffice = defineModule<{ errors: keyof Errors }>({
  name: 'back-office',
  errors,
  endpoints: backOfficeEndpoints,
  pages: [
    ...platformPages,
    ...bulkCompaniesPages,
    ...companiesPages,
    ...plansPages,
    ...binPages,
    ...visitPages,
  ],
  menu: [
    {
      key: 'platform',
      label: 'backOffice:platform.title',
      href: backOfficePaths.platform(),
      icon: 'building',
      section: 'platform',
      position: 10,
      isFor: isSuper,
      sumsTabsOf: 'platform',
    },
  ],
  settingsTabs: [
    superTab('overview', backOfficePaths.platform(), 5, 'own'),
    superTab('companies', backOfficePaths.companies(), 110),
    superTab('newCompany', backOfficePaths.newCompany(), 120),
    superTab('plans', backOfficePaths.plans(), 130),
  ],
  atStart: [binAtStart],
  platformJobs: (kernel) => [{ name: 'emptyBin', pattern: '41 * * * *', run: () => emptyBin(kernel) }],
});
