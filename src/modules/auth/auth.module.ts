import { defineModule } from '@/kernel/module.ts';
import { authEndpoints } from './auth.endpoints.ts';
import { type AuthErrors, authErrors } from './auth.errors.ts';
import { authPages } from './auth.pages.tsx';
import { profilePages } from './profile.pages.tsx';
import { forgetExpiredSessions } from './sessions.service.ts';

export const auth = defineModule<{ errors: keyof AuthErrors }>({
  name: 'auth',
  errors: authErrors,
  endpoints: authEndpoints,
  pages: [...authPages, ...profilePages],
  jobs: (kernel) => [
    { name: 'forgetExpiredSessions', pattern: '17 * * * *', run: () => forgetExpiredSessions(kernel) },
  ],
});
