import { Hono } from 'hono';
import { signedIn } from './kernel/http/authenticate.ts';
import type { Env } from './kernel/http/env.ts';
import { trigger } from './kernel/http/respond.ts';

/** What the button in a toast asks for; live updates and the lists' refresh show what came back. */
export const undoPages = new Hono<Env>().post('/undo/:token', signedIn, async (c) => {
  const { done } = await c.var.kernel.undo.take(c.var.scope, c.req.param('token'));
  trigger(c, {
    toast: { level: 'success', text: c.var.t('common:toast.undone', { count: done }) },
    'refresh:undone': true,
  });
  return c.body(null, 204);
});
