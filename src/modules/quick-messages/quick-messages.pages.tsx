import { QuickMessagesPage } from '@views/pages/quick-messages/quick-messages-page.tsx';
import {
  DeleteQuickMessageDialog,
  QuickMessageDialog,
  type QuickMessageValues,
} from '@views/parts/quick-messages/quick-message-dialog.tsx';
import type { Ctx } from '@/core/http/env.ts';
import { done, fragment, listPage } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { idParam, type Refused } from '@/core/http/routing/validate.ts';
import { readUpload } from '@/core/http/uploads/upload.ts';
import { canChangeQuickMessage, canMakeGeneral } from './quick-messages.policy.ts';
import { getQuickMessage, listQuickMessages } from './quick-messages.queries.ts';
import { QUICK_MEDIA, QuickMessageFilter, QuickMessageForm } from './quick-messages.schema.ts';
import { createQuickMessage, deleteQuickMessage, updateQuickMessage } from './quick-messages.service.ts';
import type { QuickMessageView } from './quick-messages.views.ts';

const BLANK: QuickMessageValues = { shortcode: '', message: '', geral: false, status: true };
const REFRESH = 'quickmessage';

export const quickMessagesPages = [
  pageRoute('GET /quick-messages', {
    access: 'person',
    query: QuickMessageFilter,
    async show(c, { query }) {
      const found = await listQuickMessages(c.var.scope, query);
      const { searchParam } = query;
      const props = { page: found, searchParam, canChange: changeable(c, found.records) };
      const head = { title: 'quickMessages:title', active: 'quickMessages' };
      return listPage(c, head, (shows) => <QuickMessagesPage shows={shows} {...props} />);
    },
  }),
  pageRoute('GET /quick-messages/new', { access: 'person', show: (c) => dialog(c, null, BLANK) }),
  pageRoute('GET /quick-messages/:quickMessageId/edit', {
    access: 'person',
    async show(c, { quickMessageId }) {
      const quickMessage = await getQuickMessage(c.var.scope, quickMessageId);
      return dialog(c, quickMessage, quickMessage);
    },
  }),
  pageRoute('GET /quick-messages/:quickMessageId/delete', {
    access: 'person',
    async show(c, { quickMessageId }) {
      const quickMessage = await getQuickMessage(c.var.scope, quickMessageId);
      return fragment(c, <DeleteQuickMessageDialog quickMessage={quickMessage} />);
    },
  }),
  pageRoute('POST /quick-messages', {
    access: 'person',
    files: QUICK_MEDIA,
    form: QuickMessageForm,
    example: () => ({ body: { shortcode: 'Endereço', message: 'x' } }),
    again,
    async show(c, { form }) {
      const { removeMedia: _none, ...input } = form;
      await createQuickMessage(c.var.scope, { ...input, media: await readUpload(c) });
      return done(c, { toast: 'quickMessages:toast.created', refresh: REFRESH });
    },
  }),
  pageRoute('PUT /quick-messages/:quickMessageId', {
    access: 'person',
    files: QUICK_MEDIA,
    form: QuickMessageForm,
    example: () => ({ body: { shortcode: 'tomada', message: 'x' } }),
    again,
    async show(c, { quickMessageId, form }) {
      const { removeMedia, ...input } = form;
      const media = (await readUpload(c)) ?? (removeMedia ? null : undefined);
      await updateQuickMessage(c.var.scope, { ...input, quickMessageId, media });
      return done(c, { toast: 'quickMessages:toast.updated', refresh: REFRESH });
    },
  }),
  pageRoute('DELETE /quick-messages/:quickMessageId', {
    access: 'person',
    async show(c, { quickMessageId }) {
      await deleteQuickMessage(c.var.scope, { quickMessageId });
      return done(c, { toast: 'quickMessages:toast.deleted', refresh: REFRESH });
    },
  }),
];

function changeable(c: Ctx, records: QuickMessageView[]): number[] {
  const { actor } = c.var.scope;
  return records
    .filter(({ userId, geral }) => canChangeQuickMessage(actor, { userId, isGeneral: geral }))
    .map(({ id }) => id);
}

function dialog(
  c: Ctx,
  known: QuickMessageView | null,
  values: QuickMessageValues,
  errors?: Record<string, string>,
): Response {
  const canDecideGeneral = canMakeGeneral(c.var.scope.actor);
  const props = { known, values, errors, canDecideGeneral };
  return fragment(c, <QuickMessageDialog {...props} />, errors ? 422 : 200);
}

async function again(c: Ctx, { values, errors }: Refused): Promise<Response> {
  const isKnown = c.req.param('quickMessageId') !== undefined;
  const known = isKnown ? await getQuickMessage(c.var.scope, idParam(c, 'quickMessageId')) : null;
  const { shortcode = '', message = '', geral, status } = values;
  return dialog(c, known, { shortcode, message, geral: geral === 'true', status: status === 'true' }, errors);
}
