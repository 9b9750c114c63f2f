import { ErrorPage } from '@views/pages/errors/error-page.tsx';
import { Hono } from 'hono';
import { createElement } from 'react';
import { AppError, type ErrorCode } from './core/errors.ts';
import { smallText } from './core/http/body/read-body.ts';
import { anonymousSlots, requestContext, wellFormed } from './core/http/context.ts';
import type { Bindings, Ctx, Env, Shared } from './core/http/env.ts';
import { errorText, htmlError, jsonError, problemJson } from './core/http/responses/error-responses.ts';
import { page } from './core/http/responses/respond.ts';
import { type CanonicalPath, createCanonicalPath } from './core/http/routing/canonical-path.ts';
import { type Guards, mountEndpoints, mountPages } from './core/http/routing/mount.ts';
import { createMethodFinder, createPathMatcher } from './core/http/routing/path-matcher.ts';
import type { Page } from './core/http/routing/route.ts';
import { checkOrigin, contractCors, securityHeaders } from './core/http/security-headers.ts';
import { signedIn } from './core/http/sessions/authenticate.ts';
import { ownerCookie } from './core/http/sessions/owner-cookie.ts';
import { isAdmin } from './core/policy.ts';
import type { Kernel } from './core/scope.ts';
import {
  askForReauthentication,
  lacksReauthentication,
} from './modules/auth/reauthentication/reauthentication.pages.tsx';
import { createIdentify } from './modules/auth/sessions/identify.guard.ts';
import { billingPaths } from './modules/billing/billing-paths.schema.ts';
import { requireFeature } from './modules/companies/plan-features.policy.ts';
import { meantTicketGuards } from './modules/messages/ticket-mismatch.guard.ts';
import { createTokenIdentify } from './modules/public-api/access-token.guard.ts';
import { tokenGuesses } from './modules/public-api/token-guesses.guard.ts';
import { paths } from './paths.ts';
import { mediaRoutes, publicRoutes } from './web/media.routes.ts';
import { renderer } from './web/renderer.ts';
import { ENDPOINTS, FILES, PAGES, V1 } from './web/routes.ts';
import { siteRoutes } from './web/site.routes.ts';

export type App = {
  fetch(request: Request, from?: Bindings): Response | Promise<Response>;
  routes: Record<SubApp, { method: string; path: string }[]>;
};

const GUARDS: Guards = { requireFeature, ...meantTicketGuards };

export type SubApp = 'site' | 'api' | 'v1' | 'pages';

/** `extra` are pages that only the demo and the tests have. */
export function createApp(kernel: Kernel, extra: Page[] = []): App {
  const base = () => baseOf(kernel, { identify: createIdentify(kernel), renderer });
  const cors = contractCors(kernel.config.allowedOrigins);
  // Existing clients fetch media from their own origin.
  const site = base()
    .use('/media/*', cors)
    .use('/public/*', cors)
    .route('/', siteRoutes)
    .route('/', mediaRoutes)
    .route('/', publicRoutes);
  site.onError((error, c) => jsonError(error, c));
  const methodsOfSite = createMethodFinder(site.routes);
  site.notFound((c) => jsonError(notThere(c as Ctx, methodsOfSite(c.req.path)), c as Ctx));

  const api = base().use(cors);
  api.route('/', mountEndpoints(ENDPOINTS, GUARDS));
  api.onError((error, c) => jsonError(error, c));

  const v1 = baseOf(kernel, { identify: createTokenIdentify(kernel), renderer })
    .use(cors)
    .use(tokenGuesses);
  v1.route('/', mountEndpoints(V1, GUARDS));
  v1.onError((error, c) => problemJson(error, c));
  const methodsOfV1 = createMethodFinder(v1.routes);
  v1.notFound((c) => problemJson(notThere(c as Ctx, methodsOfV1(c.req.path)), c as Ctx));

  const pages = base();
  if (kernel.config.cluster) pages.use(ownerCookie(kernel.config.cluster.nodeUrl));
  pages.route('/', mountEndpoints(FILES, GUARDS));
  pages.route('/', mountPages([...PAGES, ...extra], GUARDS));
  pages.onError((error, c) =>
    lacksReauthentication(error, c) ? askForReauthentication(c) : htmlError(error, c, errorPage),
  );
  const [methodsOfPages, methodsOfCalls] = [createMethodFinder(pages.routes), createMethodFinder(api.routes)];
  pages.notFound(async (c) => {
    return htmlError(
      await whyNotThere(c as Ctx, c.req.method === 'GET' ? [] : methodsOfPages(c.req.path)),
      c as Ctx,
      errorPage,
    );
  });
  api.notFound((c) => {
    const methods = methodsOfCalls(c.req.path);
    const others = methods.length > 0 ? methods : methodsOfPages(c.req.path);
    return jsonError(notThere(c as Ctx, others), c as Ctx);
  });

  const canonical = createCanonicalPath(api.routes);
  const [isPage, isCall] = [createPathMatcher(pages.routes), createPathMatcher(api.routes)];
  const isPageOnly = (path: string) => isPage(path) && !isCall(canonical(path));
  return {
    fetch(request, from = {}) {
      const subApp = subAppOf(request, canonical, isPageOnly);
      return { site, api, v1, pages }[subApp.name].fetch(subApp.request, from);
    },
    routes: { site: site.routes, api: api.routes, v1: v1.routes, pages: pages.routes },
  };
}

function baseOf(kernel: Kernel, shared: Shared): Hono<Env> {
  return new Hono<Env>()
    .use(requestContext(kernel, shared))
    .use(anonymousSlots)
    .use(securityHeaders())
    .use(wellFormed)
    .use(smallText)
    .use(checkOrigin);
}

/** Signed-out visitors are redirected to sign-in; signed-in people see the error page with the menu. */
async function whyNotThere(c: Ctx, methods: string[]): Promise<AppError> {
  const refused = await signedIn(c, async () => {}).then(
    () => undefined,
    (error: unknown) => error,
  );
  const isStranger = refused instanceof AppError && refused.code === 'ERR_SESSION_EXPIRED';
  return isStranger ? refused : notThere(c, methods);
}

/** RFC 9110 §15.5.6. `methods` are those that the path has. */
function notThere(c: Ctx, methods: string[]): AppError {
  if (methods.length === 0 || methods.includes(c.req.method)) return new AppError('ERR_NOT_FOUND');
  c.header('Allow', methods.join(', '));
  return new AppError('ERR_METHOD_NOT_ALLOWED');
}

const SITE =
  /^\/(build|icons|sounds|guide-pictures|media|public|healthz|metrics|ws|policy-reports|\.well-known\/security\.txt|robots\.txt|(?:sw|widget)\.js|app\.webmanifest|favicon\.ico)(\/|$)/;

/** Requests for HTML get the page, others JSON; `* /*` gets the page where there is no JSON. */
function subAppOf(
  request: Request,
  canonical: CanonicalPath,
  isPageOnly: (path: string) => boolean,
): { name: SubApp; request: Request } {
  const url = new URL(request.url);
  // Existing clients write `/tickets/` and `/tickets` alike.
  const path = url.pathname.length > 1 ? url.pathname.replace(/(?<!\/)\/+$/, '') : url.pathname;
  if (SITE.test(path)) return { name: 'site', request };
  const isPrefixed = /^\/api(\/|$)/.test(path);
  const accept = request.headers.get('Accept');
  const isReading = request.method === 'GET' || request.method === 'HEAD';
  const takesAnything =
    isReading && (accept === null || (accept.includes('*/*') && !accept.includes('json')));
  const wantsHtml =
    path !== paths.version() && (accept?.includes('text/html') || (takesAnything && isPageOnly(path)));
  if (wantsHtml && !isPrefixed) return { name: 'pages', request: at(request, url, path) };
  const ofTokens = /^\/api\/v1(?=\/|$)/.exec(path)?.[0];
  if (ofTokens) return { name: 'v1', request: at(request, url, path.slice(ofTokens.length) || '/') };
  const called = isPrefixed ? path.slice('/api'.length) || '/' : path;
  return { name: 'api', request: at(request, url, canonical(called)) };
}

function at(request: Request, url: URL, path: string): Request {
  if (path === url.pathname) return request;
  // Assigned, not parsed: a path that starts with two slashes would name a host.
  const target = new URL(url);
  target.pathname = path;
  const { method, headers, body, signal } = request;
  // A copy of the request object would buffer the body for the original too.
  return new Request(target, { method, headers, body, signal });
}

/** Spec part 2 §6: a page outside the plan or of the platform's administrators redirects home after a second. */
const CLOSED_PAGES: ErrorCode[] = ['ERR_FEATURE_NOT_IN_PLAN', 'ERR_NO_SUPER'];
const HOME_AFTER_A_SECOND = '1; url=/';

async function errorPage(c: Ctx, error: AppError): Promise<Response> {
  const isSignedIn = c.var.scope !== undefined;
  const layout = isSignedIn ? 'app' : 'bare';
  const requestId = error.status >= 500 ? c.var.requestId : null;
  const text = errorText(c, error);
  const { status, code } = error;
  const node = createElement(ErrorPage, { status, code, text, requestId, isSignedIn });
  const isClosed = CLOSED_PAGES.includes(error.code);
  if (isClosed) c.header('Refresh', HOME_AFTER_A_SECOND);
  if (error.code === 'ERR_SUBSCRIPTION_EXPIRED' && isAdmin(c.var.scope.actor))
    c.header('Refresh', `0; url=${billingPaths.list()}`);
  const toast = isClosed ? 'common:toast.pageClosed' : undefined;
  return page(c, { title: '', titleText: text, layout, toast, status: error.status as 404 }, node);
}
