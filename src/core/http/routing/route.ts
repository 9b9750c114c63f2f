import type { MiddlewareHandler } from 'hono';
import type { z } from 'zod';
import type { ErrorCode } from '../../errors.ts';
import type { Feature } from '../../module.ts';
import type { Scope } from '../../scope.ts';
import type { Ctx, Env } from '../env.ts';
import type { FileLimits } from '../uploads/receive-files.ts';
import type { Refused } from './validate.ts';

/**
 * anyone: no session. person: signed in, their company may work. leaving: signed in, even if it may not. reader: signed
 * in; the service function must check who may see the ticket (`requireTicket`). expired: an administrator, also of an
 * expired company, but not of a disabled one. supervisor, admin: that profile or a higher one. super: the platform's
 * administrators.
 */
export type Access =
  | 'anyone'
  | 'person'
  | 'leaving'
  | 'expired'
  | 'reader'
  | 'supervisor'
  | 'admin'
  | 'super';

/** Ids for examples and path parameters. Modules add theirs: `interface Fixtures { tagId: number }` */
export interface Fixtures {
  companyId: number;
}

export type Example<Q = unknown, B = unknown> = {
  params?: Record<string, string | number>;
  query?: Q;
  body?: B;
  file?: { name: string; content: string | Uint8Array<ArrayBuffer> };
};

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Name = `${Method} /${string}`;

type ParamOf<P extends string> = P extends `${string}:${infer Rest}`
  ? Rest extends `${infer Param}/${infer Tail}`
    ? Param | ParamOf<`/${Tail}`>
    : Rest
  : never;
export type ParamsOf<P extends string> = { [K in ParamOf<P>]: K extends `${string}Id` ? number : string };

type Schema = z.ZodType | undefined;
type ParsedAs<Key extends string, S> = S extends z.ZodType ? { [K in Key]: z.output<S> } : unknown;
type Sent<S> = S extends z.ZodType ? z.input<S> : undefined;
// biome-ignore lint/suspicious/noConfusingVoidType: what answers without a body is an action that returns nothing.
type Replied<S> = S extends z.ZodType ? z.input<S> : void;

type Common<Q extends Schema, B extends Schema> = {
  access: Access;
  /** Runs after `access`, which may be `anyone` when something other than a session identifies the caller. */
  guard?: MiddlewareHandler<Env>;
  feature?: Feature;
  /** A write that a super administrator who visits the company may make, too. */
  forGuests?: true;
  /** Where a `companyId` may be another company's: the service function acts there or refuses. */
  otherCompany?: 'query' | 'body';
  /** Open to users who have not set up the second factor that their company requires. */
  settingUp?: true;
  /** The record is the platform's, so an id of another company is no foreign id (test/isolation.test.ts). */
  shared?: true;
  query?: Q;
  files?: FileLimits;
  /** The files are read and not stored: neither the quota nor the free space matters. */
  storesFiles?: false;
} & (B extends z.ZodType
  ? { example: (fixtures: Fixtures) => Example<Sent<Q>, Sent<B>> }
  : { example?: (fixtures: Fixtures) => Example<Sent<Q>, Sent<B>> });

type ApiInput<N extends string, Q, B> = ParamsOf<N> & ParsedAs<'query', Q> & ParsedAs<'body', B>;
type PageInput<N extends string, Q, B> = ParamsOf<N> & ParsedAs<'query', Q> & ParsedAs<'form', B>;

type EndpointRow<N extends Name, Q extends Schema, B extends Schema, R extends Schema> = Common<Q, B> & {
  summary: string;
  body?: B;
  status?: 200 | 201 | 204;
  reply?: R;
  mime?: string;
  errors?: ErrorCode[];
  /** Answers client errors as `plainly` says. */
  plain?: true;
  /** URL-encoded bodies reach `answer` unvalidated. */
  takesForms?: true;
} & (
    | { run(scope: Scope, input: ApiInput<N, Q, B>): Promise<Replied<R>> | Replied<R> }
    | { answer(c: Ctx, input: ApiInput<N, Q, B>): Promise<Response> | Response }
  );

type PageRow<N extends Name, Q extends Schema, B extends Schema> = Common<Q, B> & {
  form?: B;
  openedBy?: `GET /${string}`;
  /** The page whose dialog or part this is, when its address does not begin with that page's. */
  partOf?: string;
  answer(c: Ctx, input: PageInput<N, Q, B>): Promise<Response> | Response;
} & (B extends z.ZodType ? OnInvalid : Partial<OnInvalid>);

type OnInvalid = { onInvalid(c: Ctx, refused: Refused): Response | Promise<Response> };

export type Route = {
  name: string;
  method: Method;
  path: string;
  access: Access;
  guard?: MiddlewareHandler<Env>;
  feature?: Feature;
  shared?: true;
  forGuests?: true;
  otherCompany?: 'query' | 'body';
  settingUp?: true;
  query?: z.ZodType;
  files?: FileLimits;
  storesFiles?: false;
  example?: (fixtures: Fixtures) => Example;
};

export type Endpoint = Route & {
  /** In documents that have short names; its summary then is the description. */
  title?: string;
  summary: string;
  body?: z.ZodType;
  status: 200 | 201 | 204;
  reply?: z.ZodType;
  mime?: string;
  errors: ErrorCode[];
  plain?: true;
  takesForms?: true;
  tokenScope?: string;
  run?(scope: Scope, input: never): unknown;
  answer?(c: Ctx, input: never): Promise<Response> | Response;
};

/** Contract of the message API: every client error is 400, except authentication and rate limits. */
export function plainly(status: number): number {
  return status < 400 || status === 401 || status === 429 || status >= 500 ? status : 400;
}

export type Page = Route & {
  form?: z.ZodType;
  openedBy?: string;
  partOf?: string;
  onInvalid?(c: Ctx, refused: Refused): Response | Promise<Response>;
  answer(c: Ctx, input: never): Promise<Response> | Response;
};

export function endpoint<
  const N extends Name,
  Q extends Schema = undefined,
  B extends Schema = undefined,
  R extends Schema = undefined,
>(name: N, row: EndpointRow<N, Q, B, R>): Endpoint {
  return { status: 200, errors: [], ...row, ...named(name) } as Endpoint;
}

export function pageRoute<const N extends Name, Q extends Schema = undefined, B extends Schema = undefined>(
  name: N,
  row: PageRow<N, Q, B>,
): Page {
  return { ...row, ...named(name) } as Page;
}

function named(name: Name) {
  const [method, path] = name.split(' ') as [Method, string];
  return { name, method, path };
}
