import { onOneNode } from '@/core/events.ts';
import { defineModule } from '@/core/module.ts';
import { createResetTries, mailCode } from './mail-reset-code.listener.ts';
import { passwordResetEndpoints } from './password-reset.endpoints.ts';
import { passwordResetPages } from './password-reset.pages.tsx';
import { forgetOldCodes, type PasswordResetEvents } from './password-reset.service.ts';

const errors = {
  ERR_RESET_CODE_INVALID: 404,
} as const;
type Errors = typeof errors;
declare module '@/core/errors.ts' {
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
  platformListeners: { 'password.forgotten': onOneNode(mailCode) },
  platformJobs: (kernel) => [
    { name: 'forgetOldCodes', pattern: '29 * * * *', run: () => forgetOldCodes(kernel) },
  ],
});
