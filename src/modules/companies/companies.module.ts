import { defineModule } from '@/kernel/module.ts';
import { companiesEndpoints } from './companies.endpoints.ts';
import { type CompaniesErrors, companiesErrors } from './companies.errors.ts';

export const companies = defineModule<{ errors: keyof CompaniesErrors }>({
  name: 'companies',
  errors: companiesErrors,
  endpoints: companiesEndpoints,
});
