import { defineModule } from '@/kernel/module.ts';
import { foundSignedUp } from './found-signed-up.ts';
import { signUpEndpoints } from './sign-up.endpoints.ts';
import { signUpPages } from './sign-up.pages.tsx';
import { createSignUps, type SignUpEvents } from './sign-up.service.ts';

const errors = {
  ERR_EMAIL_NOT_CONFIRMED: 403,
  ERR_CONFIRMATION_LINK_INVALID: 404,
} as const;
type Errors = typeof errors;
declare module '@/kernel/errors.ts' {
  interface ErrorStatuses extends Errors {}
}

export const signUp = defineModule<{
  errors: keyof Errors;
  platformEvents: keyof SignUpEvents;
  services: 'signUps';
}>({
  name: 'sign-up',
  errors,
  services: { signUps: createSignUps },
  endpoints: signUpEndpoints,
  pages: signUpPages,
  platformListeners: { 'company.signing-up': foundSignedUp },
});
