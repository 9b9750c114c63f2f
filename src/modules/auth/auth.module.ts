import type { Listener } from '@/kernel/bus.ts';
import { defineModule } from '@/kernel/module.ts';
import { auditSignInFailed, type SignInPlatformEvents } from './audit-sign-in.ts';
import { authEndpoints } from './auth.endpoints.ts';
import { authPages } from './auth.pages.tsx';
import { createPasswordTries } from './auth.service.ts';
import { forgetDevices, forgetOldDevices } from './devices.service.ts';
import { profilePages } from './profile.pages.tsx';
import { reauthenticationEndpoints } from './reauthentication.endpoints.ts';
import { reauthenticationPages } from './reauthentication.pages.tsx';
import { securityPages } from './security.pages.tsx';
import { closeWithoutFactor, endSessionsOf, forgetExpiredSessions } from './sessions.service.ts';
import { createSignInAlerts, setMuted } from './sign-in-alerts.ts';

const errors = {
  ERR_INVALID_CREDENTIALS: 401,
  ERR_CODE_REQUIRED: 401,
  ERR_WRONG_CODE: 401,
  ERR_SETUP_LINK_INVALID: 403,
  ERR_NO_SESSION_FOUND: 404,
  ERR_NO_DEVICE_FOUND: 404,
} as const;
type Errors = typeof errors;
declare module '@/kernel/errors.ts' {
  interface ErrorStatuses extends Errors {}
}

const forgetPerson: Listener<'user.deleted'> = async ({ kernel, companyId }, { userId }) => {
  await forgetDevices(kernel, { companyId, userId });
  await setMuted(kernel, { companyId, userId }, false);
};

export const auth = defineModule<{
  errors: keyof Errors;
  platformEvents: keyof SignInPlatformEvents;
  services: 'passwordTries' | 'signInAlerts';
}>({
  name: 'auth',
  errors,
  services: { passwordTries: createPasswordTries, signInAlerts: createSignInAlerts },
  endpoints: [...authEndpoints, ...reauthenticationEndpoints],
  pages: [...authPages, ...profilePages, ...securityPages, ...reauthenticationPages],
  subscriptions: { 'user.deleted': forgetPerson, 'setting.changed': closeWithoutFactor },
  platformListeners: { 'sign-in.failed': auditSignInFailed },
  steps: { 'user.signedOut': endSessionsOf },
  jobs: (kernel) => [
    { name: 'forgetExpiredSessions', pattern: '17 * * * *', run: () => forgetExpiredSessions(kernel) },
    { name: 'forgetOldDevices', pattern: '23 4 * * *', run: () => forgetOldDevices(kernel) },
  ],
});
