import { Hono } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { AppError } from '@/kernel/errors.ts';
import { SESSION_COOKIE, signedInAnyway } from '@/kernel/http/authenticate.ts';
import type { Ctx, Env } from '@/kernel/http/env.ts';
import { errorText } from '@/kernel/http/on-error.ts';
import { body } from '@/kernel/http/validate.ts';
import { requireUser } from '@/kernel/policy.ts';
import { openScope } from '@/kernel/scope.ts';
import { fingerprint } from '@/kernel/secrets.ts';
import { getLoginUser, getRefreshedUser } from './auth.queries.ts';
import { Credentials } from './auth.schema.ts';
import { signIn } from './auth.service.ts';
import { firstRefreshToken, readRefreshToken, takeTurn } from './refresh.service.ts';
import { endSession, findSessionActor, requireActiveCompany } from './sessions.service.ts';
import { issueToken } from './tokens.ts';

/** The refresh cookie of the JSON contract; our own pages use `sid`, which holds the session's secret. */
const REFRESH_COOKIE = 'jrt';
const SEVEN_DAYS = 7 * 86_400;

export const authApi = new Hono<Env>()
  .post('/auth/login', body(Credentials), async (c) => {
    const signedIn = await signIn(c.var.kernel, { ...c.req.valid('json'), address: c.var.address }).catch(
      (error) => refusal(c, error),
    );
    if (signedIn instanceof Response) return signedIn;
    const { token } = signedIn;
    const session = fingerprint(token);
    const { actor, scope } = await sessionOf(c, session);
    setRefreshCookie(c, firstRefreshToken(c.var.kernel, session));
    return c.json({ token: issueToken(c.var.kernel, actor), user: await getLoginUser(scope, actor) });
  })
  .post('/auth/refresh_token', async (c) => {
    const token = getCookie(c, REFRESH_COOKIE);
    // 401, never 403: existing clients would try to refresh the refresh for ever.
    if (!token) throw new AppError('ERR_SESSION_EXPIRED');
    const { actor, scope, next } = await refreshed(c, token).catch((error) => {
      deleteCookie(c, REFRESH_COOKIE, { path: '/' });
      throw error;
    });
    setRefreshCookie(c, next);
    return c.json({ token: issueToken(c.var.kernel, actor), user: await getRefreshedUser(scope, actor) });
  })
  .delete('/auth/logout', signedInAnyway, async (c) => {
    await endSession(c.var.kernel, requireUser(c.var.scope).session);
    deleteCookie(c, REFRESH_COOKIE, { path: '/' });
    deleteCookie(c, SESSION_COOKIE, { path: '/' });
    return c.body(null, 200);
  })
  .get('/auth/me', signedInAnyway, (c) => {
    const { id, profile, super: isSuper } = requireUser(c.var.scope);
    return c.json({ id, profile, super: isSuper });
  });

/** Whoever may not work now keeps the token for when they may. */
async function refreshed(c: Ctx, token: string) {
  const refresh = readRefreshToken(c.var.kernel, token);
  const session = await workingSessionOf(c, refresh.session);
  return { ...session, next: await takeTurn(c.var.kernel, refresh) };
}

async function sessionOf(c: Ctx, session: string) {
  const actor = await findSessionActor(c.var.kernel, session);
  if (!actor) throw new AppError('ERR_SESSION_EXPIRED');
  const scope = await openScope(c.var.kernel, { companyId: actor.companyId, actor, locale: c.var.locale });
  return { actor, scope };
}

/** Throws ERR_SESSION_EXPIRED also for a company that may not work, with the `reason` beside it. */
async function workingSessionOf(c: Ctx, idHash: string) {
  const session = await sessionOf(c, idHash);
  await requireActiveCompany(c.var.kernel, session.actor.companyId).catch((cause) => {
    if (!isClosedDoor(cause)) throw cause;
    throw new AppError('ERR_SESSION_EXPIRED', { ...cause.details, reason: cause.code }, { cause });
  });
  return session;
}

/**
 * Existing clients show the sentence as it is; on a 403 they would ask for a fresh token first, and show that
 * they have none.
 */
function refusal(c: Ctx, error: unknown): Response {
  if (!isClosedDoor(error)) throw error;
  return c.json({ ...error.details, error: errorText(c, error), code: error.code }, 401);
}

function isClosedDoor(error: unknown): error is AppError {
  return (
    error instanceof AppError &&
    (error.code === 'ERR_COMPANY_DISABLED' || error.code === 'ERR_SUBSCRIPTION_EXPIRED')
  );
}

function setRefreshCookie(c: Ctx, token: string): void {
  const secure = c.var.origin.startsWith('https:');
  // Clients on another origin the owner named send it only with SameSite=None, which needs https.
  const sameSite = secure && c.var.kernel.config.allowedOrigins.length > 0 ? 'None' : 'Lax';
  setCookie(c, REFRESH_COOKIE, token, { httpOnly: true, secure, sameSite, path: '/', maxAge: SEVEN_DAYS });
}
