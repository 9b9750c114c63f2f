import { defineModule } from '@/kernel/module.ts';
import { authEndpoints } from './auth.endpoints.ts';
import { authPages } from './auth.pages.tsx';
import { createPasswordTries } from './auth.service.ts';
import { profilePages } from './profile.pages.tsx';
import { securityPages } from './security.pages.tsx';
import { endSessionsOf, forgetExpiredSessions } from './sessions.service.ts';

const errors = {
  ERR_INVALID_CREDENTIALS: 401,
  ERR_CODE_REQUIRED: 401,
  ERR_WRONG_CODE: 401,
  ERR_SETUP_LINK_INVALID: 403,
  ERR_NO_SESSION_FOUND: 404,
} as const;
type Errors = typeof errors;
declare module '@/kernel/errors.ts' {
  interface ErrorStatuses extends Errors {}
}

export const auth = defineModule<{ errors: keyof Errors; services: 'passwordTries' }>({
  name: 'auth',
  errors,
  services: { passwordTries: createPasswordTries },
  endpoints: authEndpoints,
  pages: [...authPages, ...profilePages, ...securityPages],
  steps: { 'user.signedOut': endSessionsOf },
  jobs: (kernel) => [
    { name: 'forgetExpiredSessions', pattern: '17 * * * *', run: () => forgetExpiredSessions(kernel) },
  ],
});
