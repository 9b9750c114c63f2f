import { BulkAssignDialog, BulkTagDialog } from '@views/parts/tickets/bulk-dialogs.tsx';
import type { Ctx } from '@/core/http/env.ts';
import { done, fragment, trigger } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import type { Refused } from '@/core/http/routing/validate.ts';
import { listQueues } from '@/modules/queues/queues.queries.ts';
import { listAllTags } from '@/modules/tags/tags.queries.ts';
import { BulkForm, BulkIds } from '@/modules/tickets/work/ticket-forms.schema.ts';
import { changeMany } from './bulk.service.ts';

export const bulkPages = [
  pageRoute('GET /tickets/bulk/assign', {
    access: 'person',
    query: BulkIds,
    example: ({ ticketId }) => ({ query: { ids: String(ticketId) } }),
    answer: (c, { query: { ids } }) => assign(c, ids),
  }),
  pageRoute('GET /tickets/bulk/tag', {
    access: 'person',
    query: BulkIds,
    example: ({ ticketId }) => ({ query: { ids: String(ticketId) } }),
    answer: (c, { query: { ids } }) => tag(c, ids),
  }),
  pageRoute('POST /tickets/bulk', {
    access: 'person',
    form: BulkForm,
    example: ({ ticketId }) => ({ body: { action: 'close', ids: String(ticketId) } }),
    onInvalid: again,
    async answer(c, { form }) {
      const { done: count, skipped, undo } = await changeMany(c.var.scope, form);
      const { t } = c.var;
      if (count === 0) {
        const text = t('ticketDialogs:bulk.nothing');
        trigger(c, { 'dialog:close': true, toast: { level: 'warning', text } });
        return c.body(null, 204);
      }
      const parts = [t(`ticketDialogs:bulk.done.${form.action}`, { count })];
      if (skipped.length > 0) parts.push(t('ticketDialogs:bulk.skipped', { count: skipped.length }));
      const toast = { level: 'success', text: parts.join(' '), ...(undo && { undo }) };
      return done(c, { events: { toast, 'selection:clear': { ids: form.ids } } });
    },
  }),
];

async function assign(c: Ctx, ids: string[], error?: string, typed?: string): Promise<Response> {
  const props = { ids, queues: await listQueues(c.var.scope), error, typed };
  return fragment(c, <BulkAssignDialog {...props} />, error ? 422 : 200);
}

async function tag(c: Ctx, ids: string[], error?: string): Promise<Response> {
  const tags = await listAllTags(c.var.scope);
  return fragment(c, <BulkTagDialog ids={ids} tags={tags} error={error} />, error ? 422 : 200);
}

function again(c: Ctx, { values, errors }: Refused): Promise<Response> {
  const ids = (values.ids ?? '').split(',').filter(Boolean);
  const error = Object.values(errors)[0];
  return values.action === 'tag' ? tag(c, ids, error) : assign(c, ids, error, values.person);
}
