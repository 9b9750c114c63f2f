import { basename, join } from 'node:path';
import { ownIcons } from '@views/branding.tsx';
import { BrandDrawing } from '@views/layouts/brand.tsx';
import { Hono } from 'hono';
import { serveStatic } from 'hono/bun';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { AppError } from '../core/errors.ts';
import { ownAddress } from '../core/http/context.ts';
import type { Env } from '../core/http/env.ts';
import { isOwnRequest, POLICY_REPORTS } from '../core/http/security-headers.ts';
import { findActiveActor } from '../core/http/sessions/authenticate.ts';
import { bearerIn } from '../core/http/sessions/bearer.ts';
import { type PageSocketData, SOCKET_REFUSED } from '../core/realtime/page-socket.ts';
import { getBranding } from '../modules/branding/branding.queries.ts';
import { appManifest } from '../modules/branding/web-manifest.queries.ts';
import { socketsOf } from '../modules/companies/plan-quotas.state.ts';
import { guidePaths } from '../modules/guides/guides.schema.ts';
import { METRICS_TYPE, mayReadMetrics, writeMetrics } from '../modules/status/metrics.queries.ts';
import { health } from './health.ts';
import { onViolation } from './policy-reports.ts';
import { securityTxt } from './security-txt.ts';

const PUBLIC = join(import.meta.dir, '../../public');
const PICTURES = join(import.meta.dir, '../../docs/pictures/now');
const FOREVER = 'public, max-age=31536000, immutable';
const AN_HOUR = 'public, max-age=3600';

export const siteRoutes = new Hono<Env>()
  // Names carry a hash of their content, so they never change.
  .use(
    '/build/*',
    serveStatic({
      root: PUBLIC,
      precompressed: true,
      onFound: (path, c) => {
        c.header('Cache-Control', FOREVER);
        // The emoji picker asks by ETag whether its data changed.
        c.header('ETag', `"${basename(path)}"`);
      },
    }),
  )
  .get('/icons/brand.svg', async (c) => {
    const { name, color } = await getBranding(c.var.kernel);
    c.header('Content-Type', 'image/svg+xml');
    c.header('Cache-Control', AN_HOUR);
    return c.body(renderToStaticMarkup(createElement(BrandDrawing, { size: 512, name, color })));
  })
  // Notifications of pages and of the service worker show it.
  .get('/icons/app.png', async (c) => {
    const { touch, generated } = ownIcons(await getBranding(c.var.kernel));
    return c.redirect(touch ?? generated ?? '/icons/icon-192.png');
  })
  .use('/icons/*', serveStatic({ root: PUBLIC, onFound: (_path, c) => c.header('Cache-Control', AN_HOUR) }))
  .use('/sounds/*', serveStatic({ root: PUBLIC, onFound: (_path, c) => c.header('Cache-Control', AN_HOUR) }))
  .use(
    guidePaths.picture('*'),
    serveStatic({
      root: PICTURES,
      rewriteRequestPath: (path) => path.slice(guidePaths.picture('').length - 1),
      onFound: (_path, c) => c.header('Cache-Control', AN_HOUR),
    }),
  )
  // Revalidated on every request: a worker must not outlive its release.
  .get(
    '/sw.js',
    serveStatic({
      root: PUBLIC,
      path: 'sw.js',
      onFound: (_path, c) => c.header('Cache-Control', 'no-cache'),
    }),
  )
  // A crawler that may not read a page cannot see its `noindex`, and lists the address of a link that it found.
  .get('/robots.txt', (c) => {
    c.header('Cache-Control', AN_HOUR);
    return c.text('User-agent: *\nDisallow:\n');
  })
  // Other sites load it as a script.
  .get(
    '/widget.js',
    serveStatic({
      root: PUBLIC,
      path: 'widget.js',
      onFound: (_path, c) => {
        c.header('Cache-Control', AN_HOUR);
        c.header('Cross-Origin-Resource-Policy', 'cross-origin');
      },
    }),
  )
  .get('/app.webmanifest', async (c) => {
    c.header('Content-Type', 'application/manifest+json');
    return c.body(JSON.stringify(await appManifest(c.var.kernel)));
  })
  .get('/favicon.ico', async (c) =>
    c.redirect(ownIcons(await getBranding(c.var.kernel)).small ?? '/icons/icon.svg'),
  )
  .get('/.well-known/security.txt', (c) => {
    const text = securityTxt(c);
    if (text === undefined) throw new AppError('ERR_NOT_FOUND');
    c.header('Content-Type', 'text/plain; charset=utf-8');
    return c.body(text);
  })
  .post(POLICY_REPORTS, onViolation)
  .get('/healthz', async (c) => {
    const report = await health(c.var.kernel);
    return c.json(report, report.status === 'ok' ? 200 : 503);
  })
  .get('/metrics', async (c) => {
    const { kernel } = c.var;
    if (kernel.config.metricsToken === undefined) throw new AppError('ERR_NOT_FOUND');
    if (!mayReadMetrics(kernel, bearerIn(c.req.header('Authorization'))))
      throw new AppError('ERR_SESSION_EXPIRED');
    c.header('Content-Type', METRICS_TYPE);
    c.header('Cache-Control', 'no-store');
    return c.body(await writeMetrics(kernel));
  })
  .get('/ws', async (c) => {
    if (!isOwnRequest(c)) throw new AppError('ERR_BAD_ORIGIN');
    const actor = await findActiveActor(c);
    if (!actor) throw new AppError('ERR_SESSION_EXPIRED');
    const { companyId, id: userId } = actor;
    const companyMost = await socketsOf(c.var.kernel, companyId);
    const address = ownAddress(c.var.kernel, c.var.address);
    const slot = c.var.kernel.hub.slots.take({ companyId, userId, address, companyMost });
    const isFull = typeof slot === 'string';
    if (isFull) c.var.log.warn({ companyId, userId, limit: slot }, SOCKET_REFUSED);
    const data: PageSocketData = isFull
      ? { kind: 'page', actor, refused: { limit: slot, text: c.var.t(`common:tooManySockets.${slot}`) } }
      : { kind: 'page', actor, slot };
    if (!c.env.server?.upgrade(c.req.raw, { data })) {
      if (!isFull) slot.leave();
      throw new AppError('ERR_VALIDATION');
    }
    return new Response(null);
  });
