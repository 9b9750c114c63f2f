import { BulkAssignDialog, BulkTagDialog } from '@views/parts/tickets/bulk-dialogs.tsx';
import { Hono } from 'hono';
import { signedIn } from '@/kernel/http/authenticate.ts';
import type { Ctx, Env } from '@/kernel/http/env.ts';
import { done, fragment, trigger } from '@/kernel/http/respond.ts';
import { form, query, type Refused } from '@/kernel/http/validate.ts';
import { listQueues } from '@/modules/queues/queues.queries.ts';
import { listAllTags } from '@/modules/tags/tags.queries.ts';
import { changeMany } from './bulk.service.ts';
import { BulkForm, BulkIds } from './ticket-forms.schema.ts';

/** One action on the chosen tickets; its toast takes it back. */
export const bulkPages = new Hono<Env>()
  .get('/tickets/bulk/assign', signedIn, query(BulkIds), (c) => assign(c, c.req.valid('query').ids))
  .get('/tickets/bulk/tag', signedIn, query(BulkIds), (c) => tag(c, c.req.valid('query').ids))
  .post('/tickets/bulk', signedIn, form(BulkForm, again), async (c) => {
    const input = c.req.valid('form');
    const { done: count, skipped, undo } = await changeMany(c.var.scope, input);
    const { t } = c.var;
    if (count === 0) {
      const text = t('ticketDialogs:bulk.nothing');
      trigger(c, { 'dialog:close': true, toast: { level: 'warning', text } });
      return c.body(null, 204);
    }
    const parts = [t(`ticketDialogs:bulk.done.${input.action}`, { count })];
    if (skipped.length > 0) parts.push(t('ticketDialogs:bulk.skipped', { count: skipped.length }));
    return done(c, {
      events: {
        toast: { level: 'success', text: parts.join(' '), ...(undo && { undo }) },
        'selection:clear': true,
      },
    });
  });

async function assign(c: Ctx, ids: string[], error?: string): Promise<Response> {
  const queues = await listQueues(c.var.scope);
  return fragment(c, <BulkAssignDialog ids={ids} queues={queues} error={error} />, error ? 422 : 200);
}

async function tag(c: Ctx, ids: string[], error?: string): Promise<Response> {
  const tags = await listAllTags(c.var.scope);
  return fragment(c, <BulkTagDialog ids={ids} tags={tags} error={error} />, error ? 422 : 200);
}

/** Without a dialog (close, read) there is nothing to show again but the sentence. */
function again(c: Ctx, { values, errors }: Refused): Promise<Response> {
  const ids = (values.ids ?? '').split(',').filter(Boolean);
  const error = Object.values(errors)[0];
  return values.action === 'tag' ? tag(c, ids, error) : assign(c, ids, error);
}
