import { defineModule } from '@/kernel/module.ts';
import { passwordResetEndpoints } from './password-reset.endpoints.ts';
import { passwordResetPages } from './password-reset.pages.tsx';
import { forgetOldCodes, type PasswordResetEvents } from './password-reset.service.ts';
import { createResetTries, mailCode } from './reset-code.ts';

const errors = {
  ERR_RESET_CODE_INVALID: 404,
} as const;
type Errors = typeof errors;
declare module '@/kernel/errors.ts' {
  interface ErrorStatuses extends Errors {}
}

export const passwordReset = defineModule<{
  errors: keyof Errors;
  platformEvents: keyof PasswordResetEvents;
  services: 'resetTries';
}>({
  name: 'password-reset',
  errors,
  services: { resetTries: createResetTries },
  endpoints: passwordResetEndpoints,
  pages: passwordResetPages,
  platformListeners: { 'password.forgotten': mailCode },
  jobs: (kernel) => [{ name: 'forgetOldCodes', pattern: '29 * * * *', run: () => forgetOldCodes(kernel) }],
});
