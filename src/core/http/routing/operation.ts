import type { MiddlewareHandler } from 'hono';
import type { z } from 'zod';
import type { ErrorCode } from '../../errors.ts';
import type { Feature } from '../../module.ts';
import type { Scope } from '../../scope.ts';
import type { Ctx, Env } from '../env.ts';
import { type Done, done } from '../responses/respond.ts';
import {
  type Access,
  type Endpoint,
  type Example,
  endpoint,
  type Fixtures,
  type Page,
  type ParamsOf,
  pageRoute,
} from './route.ts';
import type { Refused } from './validate.ts';

type Name = `${'POST' | 'PUT' | 'DELETE'} /${string}`;
type Schema = z.ZodType | undefined;
type Input<N extends string, I> = (I extends z.ZodType ? z.output<I> : unknown) & ParamsOf<N>;
type Output<O> = O extends z.ZodType ? z.input<O> : unknown;

type Form<N extends string, I extends Schema, O extends Schema> = {
  done: Done | ((c: Ctx, output: Output<O>, input: Input<N, I>) => Response | Promise<Response>);
  /** The page that shows this form, when it is not `GET …/edit`. */
  openedBy?: `GET /${string}`;
} & (I extends z.ZodType
  ? {
      onInvalid(c: Ctx, refused: Refused): Response | Promise<Response>;
    }
  : unknown);

type OperationRow<N extends Name, I extends Schema, O extends Schema> = {
  access: Access;
  summary: string;
  feature?: Feature;
  guard?: MiddlewareHandler<Env>;
  shared?: true;
  status?: 200 | 201 | 204;
  input?: I;
  output?: O;
  errors?: ErrorCode[];
  run(scope: Scope, input: Input<N, I>): Promise<Output<O>> | Output<O>;
  /** Left out: JSON only. */
  form?: Form<N, I, O>;
} & (I extends z.ZodType
  ? { example: (fixtures: Fixtures) => Example<undefined, z.input<I>> }
  : { example?: (fixtures: Fixtures) => Example });

export type Operation = { endpoint: Endpoint; page?: Page };

/** One write for JSON clients and our forms. `run` gets path parameters and input; parameters win. */
export function operation<const N extends Name, I extends Schema = undefined, O extends Schema = undefined>(
  name: N,
  row: OperationRow<N, I, O>,
): Operation {
  const { input, output, run, form, summary, status, errors, ...common } = row;
  const call = (scope: Scope, { body, form: sent, ...params }: Sent) =>
    run(scope, { ...body, ...sent, ...params } as Input<N, I>);
  const json = { ...common, summary, body: input, reply: output, run: call };
  const made = endpoint(name, {
    ...json,
    ...(status && { status }),
    ...(errors && { errors }),
  } as never);
  if (!form) return { endpoint: made };
  const { done: then, ...more } = form;
  const answer = async (c: Ctx, sent: Sent) => {
    const result = (await call(c.var.scope, sent)) as Output<O>;
    if (typeof then !== 'function') return done(c, then);
    const { body: _body, form: values, ...params } = sent;
    return then(c, result, { ...values, ...params } as Input<N, I>);
  };
  return { endpoint: made, page: pageRoute(name, { ...common, ...more, form: input, answer } as never) };
}

type Sent = { body?: object; form?: object; [param: string]: unknown };

export function routes(rows: (Endpoint | Page | Operation)[]): { endpoints: Endpoint[]; pages: Page[] } {
  const endpoints: Endpoint[] = [];
  const pages: Page[] = [];
  for (const row of rows) {
    if ('endpoint' in row) {
      endpoints.push(row.endpoint);
      if (row.page) pages.push(row.page);
    } else if ('summary' in row) endpoints.push(row);
    else pages.push(row);
  }
  return { endpoints, pages };
}
