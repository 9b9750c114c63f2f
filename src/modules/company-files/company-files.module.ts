import { defineModule } from '@/kernel/module.ts';

const errors = {
  ERR_COMPANY_NUMBER_TAKEN: 409,
} as const;
type Errors = typeof errors;
declare module '@/kernel/errors.ts' {
  interface ErrorStatuses extends Errors {}
}

export const companyFiles = defineModule<{ errors: keyof Errors }>({ name: 'company-files', errors });
