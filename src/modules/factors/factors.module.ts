import type { Listener } from '@/kernel/bus.ts';
import { defineModule } from '@/kernel/module.ts';
import { factorsPages } from './factors.pages.tsx';
import { createCodeTries, dropFactors } from './factors.service.ts';

const errors = {
  ERR_FACTOR_EXISTS: 409,
} as const;
type Errors = typeof errors;
declare module '@/kernel/errors.ts' {
  interface ErrorStatuses extends Errors {}
}

const forgetFactors: Listener<'user.deleted'> = ({ kernel, companyId }, { userId }) =>
  dropFactors(kernel, { companyId, userId });

export const factors = defineModule<{ errors: keyof Errors; services: 'codeTries' }>({
  name: 'factors',
  errors,
  services: { codeTries: createCodeTries },
  pages: factorsPages,
  hears: { 'user.deleted': forgetFactors },
});
