import type { Server } from 'bun';
import type { Context } from 'hono';
import type { Locale, Translate } from '../i18n.ts';
import type { Logger } from '../log.ts';
import type { Kernel, Scope } from '../scope.ts';
import type { Identify } from './authenticate.ts';
import type { FileLimits } from './receive-files.ts';
import type { Renderer } from './respond.ts';
import type { Uploads } from './upload.ts';

/** What the kernel does not know by itself; `app.ts` gives it to every request. */
export type House = { identify: Identify; renderer: Renderer };

/** What the middleware puts beside a request. */
export type Variables = House & {
  kernel: Kernel;
  requestId: string;
  log: Logger;
  locale: Locale;
  t: Translate;
  /** For the one inline script a page may have. */
  nonce: string;
  /** The peer, or what the trusted proxy says of it. */
  address: string;
  /** Scheme and host under which the reader sees us. */
  origin: string;
  isMalformed: boolean;
  /** How long a body of words may be. */
  mostBytes: number;
  /** Set by `takesFiles`. */
  files?: FileLimits;
  received?: Promise<Uploads>;
  /** What the form of this route knows; nothing else of it is shown again. */
  formFields?: string[];
  /** Set behind `signedIn`. */
  scope: Scope;
};

/** What the server knows of a request beside it: a rewritten one has lost its peer. */
export type Bindings = { server?: Server<unknown>; peer?: string; isMalformed?: boolean };

export type Env = { Variables: Variables; Bindings: Bindings };
export type Ctx = Context<Env>;

/** True when htmx asks for a part of a page, not for the page. */
export function isPartial(c: Ctx): boolean {
  return c.req.header('HX-Request-Type') === 'partial';
}

export function isHtmx(c: Ctx): boolean {
  return c.req.header('HX-Request') === 'true';
}
