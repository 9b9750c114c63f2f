import { onOneNode } from '@/core/events.ts';
import { defineModule } from '@/core/module.ts';
import { foundSignedUp } from './create-company.listener.ts';
import { signUpEndpoints } from './sign-up.endpoints.ts';
import { signUpPages } from './sign-up.pages.tsx';
import { createSignUps, type SignUpEvents } from './sign-up.service.ts';

const errors = {
  ERR_EMAIL_NOT_CONFIRMED: 403,
  ERR_CONFIRMATION_LINK_INVALID: 404,
} as const;
type Errors = typeof errors;
declare module '@/core/errors.ts' {
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
  platformListeners: { 'company.signing-up': onOneNode(foundSignedUp) },
});
