import { SecurityPage } from '@views/pages/auth/security-page.tsx';
import { UserSecurityDialog } from '@views/pages/auth/user-security-dialog.tsx';
import type { Ctx } from '@/core/http/env.ts';
import { done, fragment, page } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { requireUser } from '@/core/policy.ts';
import { getOwnFactors, selfOf } from '@/modules/factors/factors.service.ts';
import { partyOf } from '@/modules/factors/passkey-party.logic.ts';
import { listPasskeys } from '@/modules/factors/passkeys.service.ts';
import { AlertsInput } from '../auth.schema.ts';
import {
  endOtherSessions,
  endOwnSession,
  forgetOwnDevice,
  listOwnSessions,
} from '../sessions/own-sessions.service.ts';
import { isMuted, wantAlerts } from '../sign-in/sign-in-alerts.service.ts';
import { getUserSecurity, signOutUser, takeFactors } from './user-security.service.ts';

const REFRESH = 'security';

export const securityPages = [
  pageRoute('GET /profile/security', {
    access: 'person',
    settingUp: true,
    async answer(c) {
      const { scope } = c.var;
      const isForced = requireUser(scope).mustSetUp !== undefined;
      const props = {
        isForced,
        factors: await getOwnFactors(scope),
        passkeys: await listPasskeys(scope),
        takesPasskeys: partyOf(scope.kernel, scope.origin) !== undefined,
        ...(await listOwnSessions(scope)),
        wantsAlerts: !(await isMuted(scope.kernel, selfOf(scope))),
        sendsMail: scope.kernel.services.mailTransport !== null,
      };
      const layout = isForced ? 'bare' : 'app';
      return page(c, { title: 'auth:security.title', layout }, <SecurityPage {...props} />);
    },
  }),
  pageRoute('DELETE /profile/sessions', {
    access: 'person',
    async answer(c) {
      await endOtherSessions(c.var.scope);
      return done(c, { toast: 'auth:sessions.othersEnded', refresh: REFRESH });
    },
  }),
  pageRoute('DELETE /profile/sessions/:session', {
    access: 'person',
    example: () => ({ params: { session: 'guessed' } }),
    async answer(c, { session }) {
      await endOwnSession(c.var.scope, { key: session });
      return done(c, { toast: 'auth:sessions.ended', refresh: REFRESH });
    },
  }),
  pageRoute('DELETE /profile/devices/:deviceId', {
    access: 'person',
    async answer(c, { deviceId }) {
      await forgetOwnDevice(c.var.scope, { deviceId });
      return done(c, { toast: 'auth:devices.forgotten', refresh: REFRESH });
    },
  }),
  pageRoute('PUT /profile/alerts', {
    access: 'person',
    form: AlertsInput,
    example: () => ({ body: { value: 'false' } }),
    onInvalid: (c, { errors }) => c.text(errors.value ?? '', 422),
    async answer(c, { form }) {
      await wantAlerts(c.var.scope, { isOn: form.value === true });
      return done(c, { toast: 'auth:alerts.saved' });
    },
  }),
  pageRoute('GET /users/:userId/security', {
    access: 'admin',
    answer: (c, { userId }) => userDialog(c, userId),
  }),
  pageRoute('DELETE /users/:userId/factors', {
    access: 'admin',
    async answer(c, { userId }) {
      await takeFactors(c.var.scope, { userId });
      return done(c, { toast: 'auth:userSecurity.taken', refresh: 'user' });
    },
  }),
  pageRoute('DELETE /users/:userId/sessions', {
    access: 'admin',
    async answer(c, { userId }) {
      await signOutUser(c.var.scope, { userId });
      return done(c, { toast: 'auth:userSecurity.signedOut', refresh: 'user' });
    },
  }),
];

async function userDialog(c: Ctx, userId: number): Promise<Response> {
  return fragment(c, <UserSecurityDialog {...(await getUserSecurity(c.var.scope, { userId }))} />);
}
