import { cors } from 'hono/cors';
import { createMiddleware } from 'hono/factory';
import { AppError } from '../errors.ts';
import type { Ctx, Env } from './env.ts';

export function securityHeaders() {
  return createMiddleware<Env>(async (c, next) => {
    await next();
    const origin = c.get('origin');
    const { headers } = c.res;
    for (const [name, value] of FIXED) if (!headers.has(name)) headers.set(name, value);
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'private, no-store');
    if (origin.startsWith('https:')) headers.set('Strict-Transport-Security', HTTPS_FOR_A_YEAR);
    headers.set('Reporting-Endpoints', ENDPOINTS);
    if (!headers.has('Content-Security-Policy'))
      headers.set('Content-Security-Policy', contentPolicy(origin, c.get('nonce')));
  });
}

const HTTPS_FOR_A_YEAR = 'max-age=31536000; includeSubDomains';

export const POLICY_REPORTS = '/policy-reports';
const ENDPOINTS = `policy="${POLICY_REPORTS}"`;

const FIXED = Object.entries({
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  // Chromium would send `Origin: null` with `no-referrer`, and the origin check would refuse our own forms.
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-DNS-Prefetch-Control': 'off',
  'X-Download-Options': 'noopen',
  'X-Frame-Options': 'DENY',
  'X-Permitted-Cross-Domain-Policies': 'none',
  'X-XSS-Protection': '0',
});

/** For a page that embeds another site's player: allows that one host, on that page alone. */
export function allowFrames(c: Ctx, host: string): void {
  c.header('Content-Security-Policy', `${contentPolicy(c.get('origin'), c.get('nonce'))}; frame-src ${host}`);
}

function contentPolicy(origin: string, nonce: string): string {
  const socket = origin.replace(/^http/, 'ws');
  return [
    "default-src 'self'",
    // The voice recorder's MP3 encoder is WebAssembly from our own origin.
    `script-src 'self' 'nonce-${nonce}' 'wasm-unsafe-eval'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    `connect-src 'self' ${socket}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // Firefox and Safari support only the older directive.
    `report-uri ${POLICY_REPORTS}`,
    'report-to policy',
  ].join('; ');
}

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/** CSRF: an unsafe request must name our own origin or an allowed one; without cookies it may name none. */
export const checkOrigin = createMiddleware<Env>(async (c, next) => {
  if (!SAFE_METHODS.includes(c.req.method) && !isOwnRequest(c)) throw new AppError('ERR_BAD_ORIGIN');
  await next();
});

export function isOwnRequest(c: Ctx): boolean {
  const origin = c.req.header('Origin');
  if (origin !== undefined)
    return origin === c.get('origin') || c.get('kernel').config.allowedOrigins.includes(origin);
  const site = c.req.header('Sec-Fetch-Site');
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  return c.req.header('Cookie') === undefined;
}

/** CSRF for reads that change something: a followed link (another site, a mail, the address bar) never counts. */
export function isOwnRead(c: Ctx): boolean {
  const actor = c.get('scope')?.actor;
  // A guest's reads do not mark anything as read.
  if (actor?.kind === 'user' && actor.home) return false;
  if (c.req.header('Authorization') !== undefined) return true;
  if (c.req.header('Sec-Fetch-Mode') === 'navigate') return false;
  if (c.req.header('Origin') !== undefined || c.req.header('Sec-Fetch-Site') !== undefined)
    return isOwnRequest(c);
  // Plain http has no Sec-Fetch headers, so the Referer decides.
  const referer = URL.parse(c.req.header('Referer') ?? '');
  return referer ? referer.origin === c.get('origin') : c.req.header('Cookie') === undefined;
}

const EXPOSED = 'RateLimit, RateLimit-Policy, Retry-After, Idempotency-Replayed';

export function contractCors(allowedOrigins: string[]) {
  const preflight = cors({
    origin: (origin) => (allowedOrigins.includes(origin) ? origin : undefined),
    credentials: true,
    allowHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key'],
    allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
    maxAge: 600,
  });
  return createMiddleware<Env>(async (c, next) => {
    if (c.req.method === 'OPTIONS') return preflight(c, next);
    await next();
    // Hono's middleware would create the reply twice more, around a stream of its body.
    const { headers } = c.res;
    const origin = c.req.header('Origin');
    if (origin && allowedOrigins.includes(origin)) headers.set('Access-Control-Allow-Origin', origin);
    headers.set('Access-Control-Allow-Credentials', 'true');
    headers.set('Access-Control-Expose-Headers', EXPOSED);
    headers.append('Vary', 'Origin');
  });
}
