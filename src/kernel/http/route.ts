import type { z } from 'zod';
import type { PlanFlag } from '../db/plan-flags.ts';
import type { ErrorCode } from '../errors.ts';
import type { Scope } from '../scope.ts';
import type { Ctx } from './env.ts';
import type { FileLimits } from './receive-files.ts';
import type { Refused } from './validate.ts';

/**
 * anyone: no session. person: signed in, their company may work. leaving: signed in, also when it may not.
 * reader: whoever may see the ticket. supervisor and admin: that profile, or a higher one. super: the platform's administrators.
 */
export type Access = 'anyone' | 'person' | 'leaving' | 'reader' | 'supervisor' | 'admin' | 'super';

/**
 * Ids of a company that holds one of everything; examples are made of it, and what a path names is looked up in it.
 * Modules add theirs: `declare module '@/kernel/http/route.ts' { interface World { tagId: number } }`
 */
export interface World {
  companyId: number;
}

/** A call that would be accepted, made of the ids of one company. */
export type Example<Q = unknown, B = unknown> = {
  /** What the path names and the world does not. */
  params?: Record<string, string | number>;
  query?: Q;
  body?: B;
  /** Sent as multipart form data in the row's field, beside `body`. */
  file?: { name: string; content: string };
};

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Name = `${Method} /${string}`;

type ParamOf<P extends string> = P extends `${string}:${infer Rest}`
  ? Rest extends `${infer Param}/${infer Tail}`
    ? Param | ParamOf<`/${Tail}`>
    : Rest
  : never;
/** What a path names: `:…Id` is a number, everything else a text. */
export type ParamsOf<P extends string> = { [K in ParamOf<P>]: K extends `${string}Id` ? number : string };

type Schema = z.ZodType | undefined;
type Given<Key extends string, S> = S extends z.ZodType ? { [K in Key]: z.output<S> } : unknown;
type Sent<S> = S extends z.ZodType ? z.input<S> : undefined;
type Replied<S> = S extends z.ZodType ? z.input<S> : void;

/** What every route says of itself, whoever it answers. */
type Common<N extends Name, Q extends Schema, B extends Schema> = {
  access: Access;
  /** What the company's plan must have. */
  plan?: PlanFlag;
  /** Its ids are the platform's: every company reads the same. */
  shared?: true;
  query?: Q;
  /** Files are taken as multipart form data. */
  files?: FileLimits;
  /** Its files are read and not kept. */
  keepsFiles?: false;
} & /* A good call; a row with a body must have one. */ (B extends z.ZodType
  ? { example: (world: World) => Example<Sent<Q>, Sent<B>> }
  : { example?: (world: World) => Example<Sent<Q>, Sent<B>> }) &
  (N extends string ? unknown : never);

type ApiInput<N extends string, Q, B> = ParamsOf<N> & Given<'query', Q> & Given<'body', B>;
type PageInput<N extends string, Q, B> = ParamsOf<N> & Given<'query', Q> & Given<'form', B>;

type EndpointRow<N extends Name, Q extends Schema, B extends Schema, R extends Schema> = Common<N, Q, B> & {
  summary: string;
  body?: B;
  status?: 200 | 201 | 204;
  /** What comes back as JSON; none is an empty body. */
  reply?: R;
  /** When the reply is no JSON. */
  mime?: string;
  /** Beyond those of its access and of bad input. */
  errors?: ErrorCode[];
} & (
    | { run(scope: Scope, input: ApiInput<N, Q, B>): Promise<Replied<R>> | Replied<R> }
    /** For what needs the request itself: cookies, files, a reply of another status. */
    | { answer(c: Ctx, input: ApiInput<N, Q, B>): Promise<Response> | Response }
  );

type PageRow<N extends Name, Q extends Schema, B extends Schema> = Common<N, Q, B> & {
  /** A form of ours; a bad one, or one that the verb refuses by field, is shown `again` with its values and messages. */
  form?: B;
  show(c: Ctx, input: PageInput<N, Q, B>): Promise<Response> | Response;
} & (B extends z.ZodType ? Again : Partial<Again>);

/** Also without a form, for a file that is refused. */
type Again = { again(c: Ctx, refused: Refused): Response | Promise<Response> };

export type Route = {
  name: string;
  method: Method;
  /** As Hono writes it: `/tags/:tagId`. */
  path: string;
  access: Access;
  plan?: PlanFlag;
  shared?: true;
  query?: z.ZodType;
  files?: FileLimits;
  keepsFiles?: false;
  example?: (world: World) => Example;
};

/** One call of the JSON contract; each also answers below `/api`. */
export type Endpoint = Route & {
  summary: string;
  body?: z.ZodType;
  status: 200 | 201 | 204;
  reply?: z.ZodType;
  mime?: string;
  errors: ErrorCode[];
  run?(scope: Scope, input: never): unknown;
  answer?(c: Ctx, input: never): Promise<Response> | Response;
};

/** One page, part of a page or form of ours. */
export type Page = Route & {
  form?: z.ZodType;
  again?(c: Ctx, refused: Refused): Response | Promise<Response>;
  show(c: Ctx, input: never): Promise<Response> | Response;
};

/** A call of the JSON contract: all that is known of it in one place. */
export function endpoint<
  const N extends Name,
  Q extends Schema = undefined,
  B extends Schema = undefined,
  R extends Schema = undefined,
>(name: N, row: EndpointRow<N, Q, B, R>): Endpoint {
  return { status: 200, errors: [], ...row, ...named(name) } as Endpoint;
}

/** A page: all that is known of it in one place. */
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
