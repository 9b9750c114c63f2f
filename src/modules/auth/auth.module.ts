import { type Listener, onOneNode } from '@/core/events.ts';
import { defineModule } from '@/core/module.ts';
import { authEndpoints } from './auth.endpoints.ts';
import { authPages } from './auth.pages.tsx';
import { createPasswordTries } from './auth.service.ts';
import { profilePages } from './profile/profile.pages.tsx';
import { reauthenticationEndpoints } from './reauthentication/reauthentication.endpoints.ts';
import { reauthenticationPages } from './reauthentication/reauthentication.pages.tsx';
import { securityPages } from './security/security.pages.tsx';
import { forgetDevices, forgetOldDevices } from './sessions/devices.service.ts';
import { closeWithoutFactor, endSessionsOf, forgetExpiredSessions } from './sessions/sessions.service.ts';
import { auditSignInFailed, type SignInPlatformEvents } from './sign-in/audit-sign-in.service.ts';
import { createSignInAlerts, setMuted } from './sign-in/sign-in-alerts.service.ts';

const errors = {
  ERR_INVALID_CREDENTIALS: 401,
  ERR_FACTOR_MISSING: 403,
  ERR_CODE_REQUIRED: 401,
  ERR_WRONG_CODE: 401,
  ERR_SETUP_LINK_INVALID: 403,
  ERR_NO_SESSION_FOUND: 404,
  ERR_NO_DEVICE_FOUND: 404,
} as const;
type Errors = typeof errors;
declare module '@/core/errors.ts' {
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
  platformListeners: { 'sign-in.failed': onOneNode(auditSignInFailed) },
  steps: { 'user.signedOut': endSessionsOf },
  platformJobs: (kernel) => [
    { name: 'forgetExpiredSessions', pattern: '17 * * * *', run: () => forgetExpiredSessions(kernel) },
    { name: 'forgetOldDevices', pattern: '23 4 * * *', run: () => forgetOldDevices(kernel) },
  ],
});
