import { AppError } from '@/core/errors.ts';
import type { Bindings, Ctx } from '@/core/http/env.ts';
import type { Page } from '@/core/http/routing/route.ts';
import { SIMULATOR } from './phones/simulator.schema.ts';

const NAMES = ['localhost', '127.0.0.1', '[::1]'];
const PEERS = ['127.0.0.1', '::1', '::ffff:127.0.0.1'];

/** A foreign host name means DNS rebinding: another site's page whose name resolves to this machine. */
export function onlyHere<R extends Page>({ answer, onInvalid, ...row }: R): Page {
  return {
    ...row,
    answer: (c, input) => answer(here(c), input),
    ...(onInvalid && { onInvalid: (c, refused) => onInvalid(here(c), refused) }),
  };
}

function here(c: Ctx): Ctx {
  const isHere = PEERS.includes(c.var.address) && NAMES.includes(new URL(c.var.origin).hostname);
  if (!isHere) throw new AppError('ERR_NOT_FOUND');
  return c;
}

type Answering = { fetch(request: Request, from?: Bindings): Response | Promise<Response> };

/** Photos and sounds are requested without `Accept: text/html`, but only page routes exist below this address. */
export function onlyPagesBelowSimulator<A extends Answering>(app: A): A {
  return {
    ...app,
    fetch(request: Request, from?: Bindings) {
      const { pathname } = new URL(request.url);
      if (pathname !== SIMULATOR && !pathname.startsWith(`${SIMULATOR}/`)) return app.fetch(request, from);
      const asPage = new Request(request);
      asPage.headers.set('Accept', 'text/html');
      return app.fetch(asPage, from);
    },
  };
}
