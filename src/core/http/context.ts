import { createMiddleware } from 'hono/factory';
import { AppError } from '../errors.ts';
import { chooseLocale } from '../i18n.ts';
import { lazyChild } from '../log.ts';
import { UNAUTHENTICATED } from '../queue/fair-scheduler.ts';
import type { Kernel } from '../scope.ts';
import { plainAddress } from '../security/network-address.ts';
import { isPublicAddress } from '../security/public-address.ts';
import { callerOf } from './caller.ts';
import type { Ctx, Env, Shared } from './env.ts';
import { namesActor } from './sessions/authenticate.ts';
import { readCookie } from './sessions/cookies.ts';
import { LANGUAGE_COOKIE } from './sessions/language-cookie.ts';

export function requestContext(kernel: Kernel, { identify, renderer }: Shared) {
  // These log lines hold five fields of ours with nothing to redact, and redaction takes longer than the line.
  const lines = kernel.log.child({}, { redact: [] });
  return createMiddleware<Env>(async (c, next) => {
    const requestId = kernel.ids.token(9);
    c.set('kernel', kernel);
    c.set('identify', identify);
    c.set('renderer', renderer);
    c.set('requestId', requestId);
    c.set('log', lazyChild(kernel.log, { requestId }));
    c.set('nonce', kernel.ids.token(16));
    const peer = c.env?.peer ?? '127.0.0.1';
    const caller = callerOf({ url: c.req.url, headers: c.req.raw.headers, peer }, kernel.config);
    if (!caller.isViaProxy) warnOfUnknownProxy(c, plainAddress(peer));
    c.set('address', caller.address);
    c.set('origin', caller.origin);
    const locale = chooseLocale(readCookie(c, LANGUAGE_COOKIE), c.req.header('Accept-Language'));
    c.set('locale', locale);
    c.set('t', kernel.translations.t(locale));
    c.set('isMalformed', caller.isMalformed || c.env?.isMalformed === true);
    const startedAt = performance.now();
    await next().finally(() => c.get('leave')?.());
    // Not `c.header`: once a reply exists, that creates another one around a stream of its body.
    c.res.headers.set('X-Request-Id', requestId);
    // The route's path only: a query may hold a signature, and some contract paths hold an e-mail.
    const path = c.req.routePath;
    const ms = Math.round(performance.now() - startedAt);
    lines.info({ requestId, method: c.req.method, path, status: c.res.status, ms }, 'request');
  });
}

/** Undefined behind an unconfigured proxy: all clients share its address. */
export function ownAddress({ unknownProxy }: Kernel, address: string): string | undefined {
  return unknownProxy !== undefined && plainAddress(address) === unknownProxy ? undefined : address;
}

function warnOfUnknownProxy(c: Ctx, peer: string): void {
  if (c.req.header('X-Forwarded-For') === undefined) return;
  const kernel = c.get('kernel');
  // From a public address the header may be forged.
  if (isPublicAddress(peer) || kernel.unknownProxy !== undefined) return;
  kernel.unknownProxy = peer;
  kernel.log.warn({ peer }, `requests come through a proxy: name it, e.g. TRUSTED_PROXY=${peer}`);
}

/** A flood of unauthenticated requests must not slow down people at work. */
export const anonymousSlots = createMiddleware<Env>(async (c, next) => {
  if (!namesActor(c)) await c.get('kernel').scheduler.take(UNAUTHENTICATED);
  await next();
});

export const wellFormed = createMiddleware<Env>(async (c, next) => {
  if (c.env?.isUnserved) throw new AppError('ERR_NOT_OWNER', { seconds: 2 });
  const page = c.req.header('HX-Current-URL');
  const isMalformed = c.get('isMalformed') || (page !== undefined && !URL.canParse(page, c.get('origin')));
  if (isMalformed) throw new AppError('ERR_VALIDATION');
  await next();
});
