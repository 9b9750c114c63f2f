import { Hono, type MiddlewareHandler } from 'hono';
import type { z } from 'zod';
import type { Feature } from '../../module.ts';
import { isAdmin, isAdminOrSupervisor, requireCan, requireSetUp, requireSuper } from '../../policy.ts';
import { refusalOfGuests, type Scope } from '../../scope.ts';
import { isMultipart, isUrlEncoded } from '../body/read-body.ts';
import type { Ctx, Env } from '../env.ts';
import { addOpenedHashes, isChangedMeanwhile } from '../forms/opened-forms.ts';
import { jsonReply } from '../responses/compress.ts';
import { isOpenedAsPage, leadToItsPage } from '../responses/opened-as-page.ts';
import { only, signedIn, signedInAnyway, signedInEvenExpired } from '../sessions/authenticate.ts';
import { takesFiles, takesPassingFile } from '../uploads/upload.ts';
import { type Access, type Endpoint, type Page, plainly, type Route } from './route.ts';
import { ownCompanyInForm, ownCompanyInJson, ownCompanyInQuery } from './same-company.ts';
import { body, form, formValues, idParam, query, saving } from './validate.ts';

export type RequireFeature = (scope: Scope, feature: Feature) => Promise<void>;

export type Guards = {
  requireFeature: RequireFeature;
  beforeFiles?: (row: Route) => MiddlewareHandler<Env>[];
  afterBody?: (row: Route & { body?: z.ZodType }) => MiddlewareHandler<Env>[];
};

export function mountEndpoints(rows: Endpoint[], guards: Guards): Hono<Env> {
  const app = new Hono<Env>();
  for (const row of inOrder(rows)) {
    const read = inputOf(row);
    const first = row.plain ? [refusePlainly] : [];
    app.on(
      [row.method],
      [row.path],
      ...first,
      ...guardsOf(row, guards),
      ...validatorsOf(row, guards),
      (c: Ctx) => answer(c, row, read(c) as never),
    );
  }
  return app;
}

const refusePlainly: MiddlewareHandler<Env> = async (c, next) => {
  await next();
  const status = plainly(c.res.status);
  if (status !== c.res.status) c.res = new Response(c.res.body, { status, headers: c.res.headers });
};

export function mountPages(rows: Page[], guards: Guards): Hono<Env> {
  const app = new Hono<Env>();
  const openers = new Set(rows.map((row) => openerOf(row, rows)));
  for (const row of inOrder(rows)) {
    const { onInvalid } = row;
    const read = inputOf(row);
    const answer = async (c: Ctx) => {
      const reply = await row.answer(c, read(c) as never);
      return reply.status === 204 && isOpenedAsPage(c) ? leadToItsPage(c) : reply;
    };
    const reads = [
      ownCompanyInQuery,
      row.query && query(row.query),
      ...(row.form && onInvalid ? [form(row.form, onInvalid), ownCompanyInForm] : []),
    ];
    const opener = openerOf(row, rows);
    app.on([row.method], [row.path], ...guardsOf(row, guards), ...present(reads), async (c: Ctx) => {
      if (openers.has(row)) addOpenedHashes(c);
      c.set('pageAbove', () => filledIn(c, pageAbove(row, rows)));
      if (!onInvalid) return answer(c);
      if (opener && (await isChangedMeanwhile(c, () => opener.answer(c, paramsIn(c, opener) as never))))
        return refused(await onInvalid(c, { values: await formValues(c), errors: {} }));
      return saving(c, onInvalid, () => answer(c));
    });
  }
  return app;
}

function refused({ body, headers }: Response): Response {
  return new Response(body, { status: 422, headers });
}

export function openerOf({ method, path, form: taken, openedBy }: Page, rows: Page[]): Page | undefined {
  if (method !== 'PUT' || !taken) return undefined;
  return rows.find(({ name }) => name === (openedBy ?? `GET ${path}/edit`));
}

function pageAbove({ path, partOf }: Page, rows: Page[]): string {
  if (partOf) return partOf;
  for (let above = path; above; ) {
    above = above.slice(0, above.lastIndexOf('/'));
    const page = rows.find((row) => row.name === `GET ${above}`);
    if (page) return page.partOf ?? above;
  }
  return '/';
}

function filledIn(c: Ctx, path: string): string {
  return path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(c.req.param(name) ?? ''));
}

/** Hono takes the first match: `/tickets/new` must precede `/tickets/:uuid`. */
function inOrder<R extends Route>(rows: R[]): R[] {
  const sortable = ({ path }: Route) => path.replace(/:\w+/g, '\uffff');
  return [...rows].sort((a, b) => (sortable(a) < sortable(b) ? -1 : sortable(a) > sortable(b) ? 1 : 0));
}

const ONLY: Record<Access, MiddlewareHandler<Env>[]> = {
  anyone: [],
  leaving: [signedInAnyway],
  expired: [signedInEvenExpired, only((scope) => requireCan(scope, isAdmin))],
  person: [signedIn],
  reader: [signedIn],
  supervisor: [signedIn, only((scope) => requireCan(scope, isAdminOrSupervisor))],
  admin: [signedIn, only((scope) => requireCan(scope, isAdmin))],
  super: [signedIn, only(requireSuper)],
};

function guardsOf(row: Route, { requireFeature, beforeFiles }: Guards): MiddlewareHandler<Env>[] {
  const { method, access, guard, feature, files, storesFiles, forGuests, settingUp } = row;
  return [
    ...ONLY[access],
    ...(settingUp || access === 'anyone' || access === 'leaving' ? [] : [only(requireSetUp)]),
    ...(guard ? [guard] : []),
    ...(method === 'GET' || access === 'anyone' || forGuests ? [] : [only(refuseGuests)]),
    ...(feature ? [only((scope) => requireFeature(scope, feature))] : []),
    ...(beforeFiles?.(row) ?? []),
    ...(files ? [storesFiles === false ? takesPassingFile(files) : takesFiles(files)] : []),
  ];
}

async function refuseGuests({ actor }: Scope): Promise<void> {
  await refusalOfGuests(actor);
}

function validatorsOf(row: Endpoint, guards: Guards): MiddlewareHandler<Env>[] {
  const { query: asked, body: sent, otherCompany, takesForms } = row;
  return present([
    otherCompany === 'query' ? undefined : ownCompanyInQuery,
    asked && query(asked),
    sent && unlessForm(body(sent), takesForms),
    sent && otherCompany !== 'body' ? ownCompanyInJson : undefined,
    ...(guards.afterBody?.(row) ?? []),
  ]);
}

function present(handlers: (MiddlewareHandler | undefined)[]): MiddlewareHandler<Env>[] {
  return handlers.filter((handler) => handler !== undefined) as MiddlewareHandler<Env>[];
}

function unlessForm(validate: MiddlewareHandler, takesForms = false): MiddlewareHandler {
  return (c, next) => {
    const isForm = (c.get('files') && isMultipart(c as Ctx)) || (takesForms && isUrlEncoded(c as Ctx));
    return isForm ? next() : validate(c, next);
  };
}

async function answer(c: Ctx, row: Endpoint, input: never): Promise<Response> {
  if (row.answer) return row.answer(c, input);
  const reply = await row.run?.(c.get('scope'), input);
  return row.reply ? jsonReply(c, reply, row.status) : c.body(null, row.status);
}

/** The returned function throws ERR_NOT_FOUND for a malformed id. */
function inputOf(row: Endpoint | Page): (c: Ctx) => Record<string, unknown> {
  const sent = Object.entries({
    query: row.query && 'query',
    body: 'body' in row && row.body && 'json',
    form: 'form' in row && row.form && 'form',
  }).filter(([, target]) => target);
  return (c) => {
    const input = paramsIn(c, row);
    for (const [name, target] of sent) input[name] = c.req.valid(target as never);
    return input;
  };
}

function paramsIn(c: Ctx, { path }: Route): Record<string, unknown> {
  const read = (name: string) => (name.endsWith('Id') ? idParam(c, name) : c.req.param(name));
  return Object.fromEntries(paramsOf(path).map((name) => [name, read(name)]));
}

export function paramsOf(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
}
