import type { Server } from 'bun';
import type { Context } from 'hono';
import type { Locale, Translate } from '../i18n.ts';
import type { Logger } from '../log.ts';
import type { Kernel, Scope } from '../scope.ts';
import type { Identify } from './authenticate.ts';
import type { FileLimits } from './receive-files.ts';
import type { Renderer } from './respond.ts';
import type { Uploads } from './upload.ts';

export type House = { identify: Identify; renderer: Renderer };

export type Variables = House & {
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
  /** What `opened-forms.ts` adds to the markup of the answer; the last one counts. */
  redraw?: (html: string) => string;
  scope: Scope;
  /** Whoever asks is answered: see `CompanyTurns`. */
  leave?: () => void;
  caller: ApiCaller;
  mayWork?: boolean;
};

/** Another system, by what it has shown: each kind numbers its own. */
export type ApiCaller = { kind: string; id: number; about?: string };

export type Bindings = { server?: Server<unknown>; peer?: string; isMalformed?: boolean };

export type Env = { Variables: Variables; Bindings: Bindings };
export type Ctx = Context<Env>;

export function isPartial(c: Ctx): boolean {
  return c.req.header('HX-Request-Type') === 'partial';
}

export function isHtmx(c: Ctx): boolean {
  return c.req.header('HX-Request') === 'true';
}
