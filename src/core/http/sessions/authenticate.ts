import { createMiddleware } from 'hono/factory';
import { AppError, CompanyExpired } from '../../errors.ts';
import { lazyChild } from '../../log.ts';
import { requireSetUp } from '../../policy.ts';
import { UNAUTHENTICATED } from '../../queue/fair-scheduler.ts';
import { openScope, type Scope, type UserActor } from '../../scope.ts';
import { MAX_TEXT_BYTES } from '../body/read-body.ts';
import type { Ctx, Env } from '../env.ts';
import { bearerIn } from './bearer.ts';
import { calledFrom } from './called-from.ts';
import { readCookie } from './cookies.ts';

export const SESSION_COOKIE = 'sid';

export type Identify = {
  byCookie(token: string): Promise<UserActor | undefined>;
  /** Throws ERR_INVALID_TOKEN for a bad or expired token; undefined when its session has ended. */
  byBearer(token: string): Promise<UserActor | undefined>;
  /** Throws for a disabled company, and CompanyExpired for an expired one. */
  requireActive(companyId: number): Promise<void>;
};

/** Does not verify the claim. */
export const namesActor = (c: Ctx): boolean =>
  c.req.header('Authorization') !== undefined || readCookie(c, SESSION_COOKIE) !== undefined;

export async function findActor(c: Ctx): Promise<UserActor | undefined> {
  const identify = c.get('identify');
  // An empty token is refused like a forged one, instead of falling back to the cookie.
  const bearer = bearerIn(c.req.header('Authorization'));
  if (bearer !== undefined) return identify.byBearer(bearer);
  const cookie = readCookie(c, SESSION_COOKIE);
  return cookie ? identify.byCookie(cookie) : undefined;
}

/** Throws when the company is disabled or expired, or the person must set something up first. */
export async function findActiveActor(c: Ctx): Promise<UserActor | undefined> {
  const actor = await findActor(c);
  if (!actor) return undefined;
  await requireActiveFor(c, actor);
  requireSetUp({ actor });
  return actor;
}

/** Throws when the company is disabled or expired. */
export async function requireActive(c: Ctx, companyId: number): Promise<void> {
  await c.get('identify').requireActive(companyId);
}

export async function mayWork(c: Ctx, actor: UserActor): Promise<boolean> {
  const known = c.get('mayWork');
  if (known !== undefined) return known;
  return requireActiveFor(c, actor).then(
    () => true,
    (error) => {
      if (error instanceof AppError) return false;
      throw error;
    },
  );
}

async function requireActiveFor(c: Ctx, { companyId, home }: UserActor): Promise<void> {
  try {
    await requireActive(c, home?.companyId ?? companyId);
    c.set('mayWork', true);
  } catch (error) {
    if (error instanceof AppError) c.set('mayWork', false);
    throw error;
  }
}

/** Throws ERR_SESSION_EXPIRED, and when the company is disabled or expired. */
export const signedIn = createMiddleware<Env>(async (c, next) => {
  const actor = await enter(c);
  await requireActiveFor(c, actor);
  await next();
});

/** Like `signedIn`, but also for a disabled or expired company: its people must be able to log out. */
export const signedInAnyway = createMiddleware<Env>(async (c, next) => {
  await enter(c);
  await next();
});

/** Also for an expired company, but not for a disabled one. Otherwise throws as `signedIn` does. */
export const signedInEvenExpired = createMiddleware<Env>(async (c, next) => {
  const actor = await enter(c);
  await requireActiveFor(c, actor).catch((error: unknown) => {
    if (!(error instanceof CompanyExpired)) throw error;
  });
  await next();
});

/** Mount it after `signedIn`; `check` throws the refusing code. */
export function only(check: (scope: Scope) => void | Promise<void>) {
  return createMiddleware<Env>(async (c, next) => {
    await check(c.get('scope'));
    await next();
  });
}

async function enter(c: Ctx): Promise<UserActor> {
  const actor = await findActor(c);
  if (!actor) {
    if (namesActor(c)) await c.get('kernel').scheduler.take(UNAUTHENTICATED);
    throw new AppError('ERR_SESSION_EXPIRED');
  }
  // Each read of `c.var` copies all variables.
  const [kernel, locale, origin] = [c.get('kernel'), c.get('locale'), c.get('origin')];
  c.get('leave')?.();
  c.set('leave', kernel.scheduler.arrive(actor.companyId));
  await kernel.scheduler.take(actor.companyId);
  const log = lazyChild(c.get('log'), { companyId: actor.companyId, userId: actor.id });
  c.set('log', log);
  c.set('mostBytes', MAX_TEXT_BYTES);
  const caller = { companyId: actor.companyId, actor, calledFrom: calledFrom(c) };
  c.set('scope', await openScope(kernel, { ...caller, locale, log, origin }));
  return actor;
}
