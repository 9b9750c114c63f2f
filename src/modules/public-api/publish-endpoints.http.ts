import { createMiddleware } from 'hono/factory';
import { z } from 'zod';
import { AppError, type ErrorCode, never } from '@/core/errors.ts';
import { cachedJson, isMultipart } from '@/core/http/body/read-body.ts';
import type { Ctx, Env } from '@/core/http/env.ts';
import { spend } from '@/core/http/rate-limit-headers.ts';
import { jsonReply } from '@/core/http/responses/compress.ts';
import type { Endpoint } from '@/core/http/routing/route.ts';
import { discard, readUploads } from '@/core/http/uploads/upload.ts';
import type { Scope } from '@/core/scope.ts';
import { requireFeature } from '@/modules/companies/plan-features.policy.ts';
import {
  type Answered,
  fileSum,
  once,
  readKey,
  requestHash,
} from '@/modules/message-api/idempotency.service.ts';
import { fileByUrl } from './file-by-url.http.ts';
import { CALLS_PER_MINUTE, type TokenScope } from './public-api.schema.ts';
import { type Listed, PUBLISHED, type Published } from './published-endpoints.logic.ts';

const KEY_ERRORS: ErrorCode[] = ['ERR_KEY_INVALID', 'ERR_KEY_AT_WORK', 'ERR_KEY_OF_ANOTHER_CALL'];
const GUARD_ERRORS: ErrorCode[] = [
  'ERR_API_TOKEN',
  'ERR_NO_PERMISSION',
  'ERR_TOKEN_SCOPE',
  'ERR_FEATURE_NOT_IN_PLAN',
  'ERR_RATE_LIMITED',
];

const USUAL = 40;
const MOST = 100;

export function publish(endpoints: Endpoint[]): Endpoint[] {
  const known = [...endpoints, fileByUrl];
  return PUBLISHED.map((one) => {
    const row = known.find(({ name }) => name === one.of);
    if (!row) throw new Error(`${one.of} is published and does not exist`);
    return lift(row, one);
  });
}

function lift(row: Endpoint, one: Published): Endpoint {
  const [method = '', path = ''] = one.as.split(' ');
  const { files, storesFiles: _passes, run: _run, ...same } = row;
  return {
    ...same,
    ...(one.takesFiles && { files }),
    name: one.as,
    method: method as Endpoint['method'],
    path,
    access: row.access === 'reader' ? 'person' : row.access,
    guard: guardOf(one.scope),
    title: one.title,
    summary: one.summary ?? row.summary,
    tokenScope: one.scope,
    query: one.list ? queryOf(row, one.list) : row.query,
    reply: one.list ? listOf(row, one.list) : row.reply,
    errors: [...GUARD_ERRORS, ...(method === 'GET' ? [] : KEY_ERRORS), ...row.errors],
    example: one.list
      ? (fixtures) => ({ params: row.example?.(fixtures).params, query: { limit: 2 } })
      : row.example,
    answer: (c: Ctx, input: never) =>
      one.list ? answerList(c, row, one.list, input) : answerOnce(c, row, one, input),
  };
}

function guardOf(scope: TokenScope) {
  return createMiddleware<Env>(async (c, next) => {
    const { actor, kernel } = c.get('scope');
    const token = actor.kind === 'user' ? actor.token : undefined;
    if (!token) throw new AppError('ERR_API_TOKEN', {}, { isPublic: true });
    spend(c, kernel.services.tokenPace, CALLS_PER_MINUTE, String(token.id));
    c.set('caller', { kind: 'token', id: token.id });
    await requireFeature(c.get('scope'), 'useExternalApi');
    if (!token.scopes.includes(scope)) throw new AppError('ERR_TOKEN_SCOPE', { scope });
    await next();
  });
}

function queryOf({ query }: Endpoint, { searches, passes = [], cursor }: Listed): z.ZodType {
  const shape = query instanceof z.ZodObject ? query.shape : {};
  const passed = Object.fromEntries(passes.map((name) => [name, shape[name] ?? z.string()]));
  const after =
    cursor?.name === 'after' ? (shape.after ?? z.string()) : z.coerce.number().int().positive().optional();
  return z.object({
    ...passed,
    ...(searches && { search: z.string().trim().max(200).optional() }),
    after,
    limit: z.coerce.number().int().min(1).max(MOST).default(USUAL),
  });
}

function listOf({ reply }: Endpoint, { list }: Listed): z.ZodType {
  const rows = list === '' ? reply : reply instanceof z.ZodObject ? reply.shape[list] : undefined;
  if (!(rows instanceof z.ZodArray)) throw new Error(`a published list has no ${list}`);
  return z.strictObject({ data: rows, next: z.string().nullable() });
}

async function answerList(c: Ctx, row: Endpoint, listed: Listed, input: never): Promise<Response> {
  const { search, after, limit = String(USUAL), ...passed } = c.req.query();
  const data: Row[] = [];
  let next: string | null | undefined = after;
  do {
    const left = Number(limit) - data.length;
    const asked = {
      ...passed,
      ...(search !== undefined && { searchParam: search }),
      ...(next && { [listed.cursor?.name ?? 'after']: next }),
      ...listed.fixed,
      rows: left,
    };
    const page = await resultOf(c, row, { ...(input as object), query: row.query?.parse(asked) } as never);
    const part = cut(page as never, listed, left, next);
    data.push(...part.data);
    next = part.next;
  } while (next !== null && data.length < Number(limit));
  return jsonReply(c, { data, next });
}

type Row = { id: number | string };

function cut(
  page: Row[] | ({ hasMore?: boolean } & Record<string, Row[]>),
  { list, cursor }: Listed,
  limit: number,
  after?: string | null,
): { data: Row[]; next: string | null } {
  const all = Array.isArray(page) ? page : [...(page[list] ?? [])];
  const more = Array.isArray(page) ? undefined : page.hasMore;
  if (cursor?.isBackwards) all.reverse();
  const start = more === undefined && after ? all.findIndex(({ id }) => String(id) === after) + 1 : 0;
  const data = all.slice(start, start + limit);
  const last = data.at(-1);
  const hasMore = all.length > start + limit || more;
  const name = (row: Row) => (cursor ? cursor.of(row as never) : String(row.id));
  return { data, next: hasMore && last ? name(last) : null };
}

async function answerOnce(c: Ctx, row: Endpoint, one: Published, input: never): Promise<Response> {
  const key = c.req.method === 'GET' ? undefined : readKey(c.req.header('Idempotency-Key'));
  const { scope, caller } = c.var;
  const request = key === undefined ? '' : requestHash([c.req.method, c.req.path, ...(await partsOf(c))]);
  const outcome = await once(scope, { holder: `token:${caller.id}`, key, request }, async (store) => {
    if (!one.isAtomic || key === undefined) return answered(row, await resultOf(c, row, input));
    return scope.write(async (tx) => {
      c.set('scope', tx);
      const done = answered(row, await resultOf(c, row, input).finally(() => c.set('scope', scope)));
      await store(tx, done);
      return done;
    });
  });
  if (outcome.isRepeated) {
    c.header('Idempotency-Replayed', 'true');
    if (isMultipart(c)) await discard(c);
  }
  return row.reply ? c.json(JSON.parse(outcome.reply), outcome.status as 200) : c.body(null, row.status);
}

/** Files are received before the transaction begins. */
async function partsOf(c: Ctx): Promise<string[]> {
  if (!isMultipart(c)) return [JSON.stringify(await cachedJson(c))];
  const { uploads, fields } = await readUploads(c);
  const { storage } = c.var.kernel;
  const { companyId } = c.var.scope;
  const pairs = [...fields].map(([name, value]) => `${name}=${value}`);
  const sums = uploads.map(({ key }) => fileSum(storage, companyId, key));
  return [...pairs, ...uploads.map(({ name }) => name), ...(await Promise.all(sums))];
}

function answered({ status }: Endpoint, reply: unknown): Answered {
  return { status, reply: JSON.stringify(reply ?? null) };
}

async function resultOf(c: Ctx, row: Endpoint, input: never): Promise<unknown> {
  if (row.run) return row.run(c.get('scope') as Scope, input);
  const reply = await row.answer?.(c, input);
  if (!reply) return never(row as never);
  const body = reply.body === null ? null : await reply.json();
  if (reply.status >= 400) throw new AppError((body as { code: ErrorCode }).code);
  return body;
}
