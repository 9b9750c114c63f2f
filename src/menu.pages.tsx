import { EntryBadge } from '@views/layouts/side-menu.tsx';
import { Hono } from 'hono';
import { AppError } from './kernel/errors.ts';
import { signedIn } from './kernel/http/authenticate.ts';
import type { Env } from './kernel/http/env.ts';
import { fragment } from './kernel/http/respond.ts';
import { findMenuEntry } from './menu.ts';

export const menuPages = new Hono<Env>().get('/menu/:key/badge', signedIn, async (c) => {
  const entry = await findMenuEntry(c.var.scope, c.req.param('key'));
  if (!entry) throw new AppError('ERR_NOT_FOUND');
  return fragment(c, <EntryBadge badge={entry.badge} />);
});
