import { defineModule } from '@/kernel/module.ts';
import { companiesEndpoints } from './companies.endpoints.ts';

const errors = {
  ERR_NO_COMPANY_FOUND: 404,
  ERR_LIMIT_REACHED: 400,
} as const;
type Errors = typeof errors;
declare module '@/kernel/errors.ts' {
  interface ErrorStatuses extends Errors {}
}

export const companies = defineModule<{ errors: keyof Errors }>({
  name: 'companies',
  errors,
  endpoints: companiesEndpoints,
});
