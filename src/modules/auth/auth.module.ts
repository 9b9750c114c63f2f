import { defineModule } from '@/kernel/module.ts';
import { authEndpoints } from './auth.endpoints.ts';
import { type AuthErrors, authErrors } from './auth.errors.ts';
import { authPages } from './auth.pages.tsx';
import { createPasswordTries } from './auth.service.ts';
import { profilePages } from './profile.pages.tsx';
import { createEmailMoves } from './profile.service.ts';
import { forgetExpiredSessions } from './sessions.service.ts';

export const auth = defineModule<{ errors: keyof AuthErrors; services: 'passwordTries' | 'emailMoves' }>({
  name: 'auth',
  errors: authErrors,
  services: { passwordTries: createPasswordTries, emailMoves: createEmailMoves },
  endpoints: authEndpoints,
  pages: [...authPages, ...profilePages],
  jobs: (kernel) => [
    { name: 'forgetExpiredSessions', pattern: '17 * * * *', run: () => forgetExpiredSessions(kernel) },
  ],
});
