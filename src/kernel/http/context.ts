import { getCookie } from 'hono/cookie';
import { createMiddleware } from 'hono/factory';
import { plainAddress } from '../address.ts';
import { chooseLocale } from '../i18n.ts';
import { isPublicAddress } from '../public-address.ts';
import type { Kernel } from '../scope.ts';
import type { Ctx, Env } from './env.ts';

/** Gives every request its id, log, language, nonce, and where it comes from. */
export function requestContext(kernel: Kernel) {
  return createMiddleware<Env>(async (c, next) => {
    const requestId = kernel.ids.token(9);
    const log = kernel.log.child({ requestId });
    const locale = chooseLocale(getCookie(c, 'lang'), c.req.header('Accept-Language'));
    c.set('kernel', kernel);
    c.set('requestId', requestId);
    c.set('log', log);
    c.set('locale', locale);
    c.set('t', kernel.translations.t(locale));
    c.set('nonce', kernel.ids.token(16));
    const viaProxy = isFromProxy(c, kernel.config.trustedProxy);
    if (!viaProxy) warnOfUnknownProxy(c);
    c.set('address', viaProxy ? lastForwarded(c) : peerOf(c));
    c.set('origin', originOf(c, kernel.config.publicUrl, viaProxy));
    const startedAt = performance.now();
    await next();
    c.header('X-Request-Id', requestId);
    // The path only: a query may hold a signature, and some contract paths hold an e-mail.
    const path = c.req.routePath;
    log.info(
      { method: c.req.method, path, status: c.res.status, ms: Math.round(performance.now() - startedAt) },
      'request',
    );
  });
}

function peerOf(c: Ctx): string {
  return c.env?.server?.requestIP(c.req.raw)?.address ?? '127.0.0.1';
}

function isFromProxy(c: Ctx, trusted: string | undefined): boolean {
  return trusted !== undefined && plainAddress(peerOf(c)) === plainAddress(trusted);
}

const warned = new WeakSet<Kernel>();

/** Once: all people behind a proxy that nobody has named count as one address when tries at a password are counted. */
function warnOfUnknownProxy(c: Ctx): void {
  const { kernel } = c.var;
  const peer = plainAddress(peerOf(c));
  // From the open Internet it is only what a client made up.
  if (c.req.header('X-Forwarded-For') === undefined || isPublicAddress(peer) || warned.has(kernel)) return;
  warned.add(kernel);
  kernel.log.warn({ peer }, `requests come through a proxy: name it, e.g. TRUSTED_PROXY=${peer}`);
}

/** The last entry is the one our own proxy added; earlier ones are the client's word. */
function lastForwarded(c: Ctx): string {
  return c.req.header('X-Forwarded-For')?.split(',').at(-1)?.trim() || peerOf(c);
}

function originOf(c: Ctx, publicUrl: string | undefined, viaProxy: boolean): string {
  if (publicUrl) return new URL(publicUrl).origin;
  const url = new URL(c.req.url);
  const scheme = viaProxy ? (c.req.header('X-Forwarded-Proto') ?? 'http') : url.protocol.replace(':', '');
  const host = (viaProxy ? c.req.header('X-Forwarded-Host') : undefined) ?? c.req.header('Host') ?? url.host;
  return `${scheme}://${host}`;
}
