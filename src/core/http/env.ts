import type { Server } from 'bun';
import type { Context } from 'hono';
import type { Locale, Translate } from '../i18n.ts';
import type { Logger } from '../log.ts';
import type { Kernel, Scope } from '../scope.ts';
import type { Renderer } from './responses/respond.ts';
import type { Identify } from './sessions/authenticate.ts';
import type { FileLimits } from './uploads/receive-files.ts';
import type { Uploads } from './uploads/upload.ts';

export type Shared = { identify: Identify; renderer: Renderer };

export type Variables = Shared & {
  kernel: Kernel;
  requestId: string;
  log: Logger;
  locale: Locale;
  t: Translate;
  nonce: string;
  address: string;
  origin: string;
  isMalformed: boolean;
  mostBytes: number;
  files?: FileLimits;
  received?: Promise<Uploads>;
  formFields?: string[];
  redraw?: (html: string) => string;
  pageAbove?: () => string;
  scope: Scope;
  leave?: () => void;
  caller: ApiCaller;
  mayWork?: boolean;
};

export type ApiCaller = { kind: string; id: number; about?: string };

export type Bindings = {
  server?: Server<unknown>;
  peer?: string;
  isMalformed?: boolean;
  isUnserved?: boolean;
};

export type Env = { Variables: Variables; Bindings: Bindings };
export type Ctx = Context<Env>;

export function isPartial(c: Ctx): boolean {
  return c.req.header('HX-Request-Type') === 'partial';
}

export function isHtmx(c: Ctx): boolean {
  return c.req.header('HX-Request') === 'true';
}
