import { AppError } from '@/core/errors.ts';
import type { Ctx } from '@/core/http/env.ts';
import { errorText } from '@/core/http/responses/error-responses.ts';
import { endpoint } from '@/core/http/routing/route.ts';
import { dropCookie, putCookie, readCookie } from '@/core/http/sessions/cookies.ts';
import { browserOf, setDeviceCookie } from '@/core/http/sessions/device-cookie.ts';
import { dropSessionCookie, forgetPictures } from '@/core/http/sessions/session-cookie.ts';
import { requireUser } from '@/core/policy.ts';
import { openScope } from '@/core/scope.ts';
import { fingerprint } from '@/core/security/secrets.ts';
import { getLoginUser, getRefreshedUser } from './auth.queries.ts';
import { CredentialsWithCode } from './auth.schema.ts';
import { signIn } from './auth.service.ts';
import { Login, Me, Refreshed } from './auth.views.ts';
import { issueToken } from './sessions/access-tokens.logic.ts';
import { firstRefreshToken, readRefreshToken, takeSlot } from './sessions/refresh-tokens.service.ts';
import { endSession, findSessionActor, requireActiveCompany } from './sessions/sessions.service.ts';
import { noteSignOut } from './sign-in/audit-sign-in.service.ts';

const REFRESH_COOKIE = 'jrt';
const SEVEN_DAYS = 7 * 86_400;

export const authEndpoints = [
  endpoint('POST /auth/login', {
    access: 'anyone',
    summary:
      'Signs in and sets the refresh cookie; older sessions of the person end. Why a company may not work is said in a sentence. A person with a second factor sends `code`, of their app or a recovery code',
    body: CredentialsWithCode,
    reply: Login,
    errors: [
      'ERR_INVALID_CREDENTIALS',
      'ERR_RATE_LIMITED',
      'ERR_SIGN_IN_BUSY',
      'ERR_CODE_REQUIRED',
      'ERR_WRONG_CODE',
    ],
    example: () => ({ body: { email: 'nobody@aurora.test', password: 'wrong password' } }),
    async answer(c, { body }) {
      const { kernel } = c.var;
      const signedIn = await signIn(kernel, { ...body, browser: browserOf(c) }).catch((error) =>
        refusal(c, error),
      );
      if (signedIn instanceof Response) return signedIn;
      const session = fingerprint(signedIn.token);
      const { actor, scope } = await sessionOf(c, session);
      setRefreshCookie(c, firstRefreshToken(kernel, session));
      setDeviceCookie(c, signedIn.device);
      return c.json({ token: issueToken(kernel, actor), user: await getLoginUser(scope, actor) });
    },
  }),
  endpoint('POST /auth/refresh_token', {
    access: 'anyone',
    summary: 'A fresh access token for the refresh cookie',
    reply: Refreshed,
    errors: ['ERR_SESSION_EXPIRED'],
    async answer(c) {
      const token = readCookie(c, REFRESH_COOKIE);
      // 401, never 403: on a 403 existing clients would refresh again, endlessly.
      if (!token) throw new AppError('ERR_SESSION_EXPIRED');
      const { actor, scope, next } = await refreshed(c, token).catch((error) => {
        dropCookie(c, REFRESH_COOKIE);
        throw error;
      });
      setRefreshCookie(c, next);
      return c.json({ token: issueToken(c.var.kernel, actor), user: await getRefreshedUser(scope, actor) });
    },
  }),
  endpoint('DELETE /auth/logout', {
    access: 'leaving',
    forGuests: true,
    summary: 'Ends the session',
    async answer(c) {
      await noteSignOut(c.var.scope);
      await endSession(c.var.kernel, requireUser(c.var.scope).session);
      dropCookie(c, REFRESH_COOKIE);
      dropSessionCookie(c);
      forgetPictures(c);
      return c.body(null, 200);
    },
  }),
  endpoint('GET /auth/me', {
    access: 'leaving',
    summary: 'Who is signed in',
    reply: Me,
    run(scope) {
      const { id, profile, super: isSuper } = requireUser(scope);
      return { id, profile, super: isSuper };
    },
  }),
];

/** Checks the company first: a token refused because of it is not used up and works again later. */
async function refreshed(c: Ctx, token: string) {
  const refresh = readRefreshToken(c.var.kernel, token);
  const session = await workingSessionOf(c, refresh.session);
  return { ...session, next: await takeSlot(c.var.kernel, refresh) };
}

async function sessionOf(c: Ctx, session: string) {
  const actor = await findSessionActor(c.var.kernel, session);
  if (!actor) throw new AppError('ERR_SESSION_EXPIRED');
  const scope = await openScope(c.var.kernel, { companyId: actor.companyId, actor, locale: c.var.locale });
  return { actor, scope };
}

/** Throws ERR_SESSION_EXPIRED also when the company may not work, with the cause in `reason`. */
async function workingSessionOf(c: Ctx, idHash: string) {
  const session = await sessionOf(c, idHash);
  await requireActiveCompany(c.var.kernel, session.actor.companyId).catch((cause) => {
    if (!isSignInRefused(cause)) throw cause;
    throw new AppError('ERR_SESSION_EXPIRED', { ...cause.details, reason: cause.code }, { cause });
  });
  return session;
}

/** 401, never 403: on a 403 existing clients refresh first and show that error instead of this one. */
function refusal(c: Ctx, error: unknown): Response {
  if (!isSignInRefused(error)) throw error;
  return c.json({ ...error.details, error: errorText(c, error), code: error.code }, 401);
}

function isSignInRefused(error: unknown): error is AppError {
  return (
    error instanceof AppError &&
    (error.code === 'ERR_COMPANY_DISABLED' || error.code === 'ERR_SUBSCRIPTION_EXPIRED')
  );
}

function setRefreshCookie(c: Ctx, token: string): void {
  const secure = c.var.origin.startsWith('https:');
  // Browsers send the cookie to an allowed other origin only with SameSite=None, which requires https.
  const sameSite = secure && c.var.kernel.config.allowedOrigins.length > 0 ? 'None' : 'Lax';
  putCookie(c, REFRESH_COOKIE, token, { sameSite, maxAge: SEVEN_DAYS });
}
