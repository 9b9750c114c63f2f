import { getCookie } from 'hono/cookie';
import { createMiddleware } from 'hono/factory';
import { plainAddress } from '../address.ts';
import { AppError } from '../errors.ts';
import { chooseLocale } from '../i18n.ts';
import { lazyChild } from '../log.ts';
import { isPublicAddress } from '../public-address.ts';
import type { Kernel } from '../scope.ts';
import { callerOf } from './caller.ts';
import type { Ctx, Env, House } from './env.ts';

/** Gives every request its id, log, language, nonce, and where it comes from. */
export function requestContext(kernel: Kernel, { identify, renderer }: House) {
  // Five fields of ours have nothing to remove: looking for it takes longer than writing the line.
  const lines = kernel.log.child({}, { redact: [] });
  return createMiddleware<Env>(async (c, next) => {
    const requestId = kernel.ids.token(9);
    const locale = chooseLocale(getCookie(c, 'lang'), c.req.header('Accept-Language'));
    c.set('kernel', kernel);
    c.set('identify', identify);
    c.set('renderer', renderer);
    c.set('requestId', requestId);
    c.set('log', lazyChild(kernel.log, { requestId }));
    c.set('locale', locale);
    c.set('t', kernel.translations.t(locale));
    c.set('nonce', kernel.ids.token(16));
    const peer = c.env?.peer ?? '127.0.0.1';
    const caller = callerOf({ url: c.req.url, headers: c.req.raw.headers, peer }, kernel.config);
    if (!caller.isViaProxy) warnOfUnknownProxy(c, plainAddress(peer));
    c.set('address', caller.address);
    c.set('origin', caller.origin);
    c.set('isMalformed', caller.isMalformed || c.env?.isMalformed === true);
    const startedAt = performance.now();
    await next();
    // Not `c.header`: once there is a reply, that makes another one around a stream of its body.
    c.res.headers.set('X-Request-Id', requestId);
    // The path only: a query may hold a signature, and some contract paths hold an e-mail.
    const path = c.req.routePath;
    const ms = Math.round(performance.now() - startedAt);
    lines.info({ requestId, method: c.req.method, path, status: c.res.status, ms }, 'request');
  });
}

const unknownProxies = new WeakMap<Kernel, string>();

/** Where requests come from through a proxy that nobody has named; undefined where none has been seen since the start. */
export function unknownProxyOf(kernel: Kernel): string | undefined {
  return unknownProxies.get(kernel);
}

/** Once: all people behind a proxy that nobody has named count as one address when tries at a password are counted. */
function warnOfUnknownProxy(c: Ctx, peer: string): void {
  if (c.req.header('X-Forwarded-For') === undefined) return;
  const { kernel } = c.var;
  // From the open Internet it is only what a client made up.
  if (isPublicAddress(peer) || unknownProxies.has(kernel)) return;
  unknownProxies.set(kernel, peer);
  kernel.log.warn({ peer }, `requests come through a proxy: name it, e.g. TRUSTED_PROXY=${peer}`);
}

/** Behind the log and the headers of every reply: what cannot be understood is refused before it is worked on. */
export const wellFormed = createMiddleware<Env>(async (c, next) => {
  const page = c.req.header('HX-Current-URL');
  const isMalformed = c.get('isMalformed') || (page !== undefined && !URL.canParse(page, c.get('origin')));
  if (isMalformed) throw new AppError('ERR_VALIDATION');
  await next();
});
