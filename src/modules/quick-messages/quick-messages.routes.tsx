import { QuickMessagesPage } from '@views/pages/quick-messages/quick-messages-page.tsx';
import {
  DeleteQuickMessageDialog,
  QuickMessageDialog,
  type QuickMessageValues,
} from '@views/parts/quick-messages/quick-message-dialog.tsx';
import { z } from 'zod';
import type { ErrorCode } from '@/core/errors.ts';
import type { Ctx } from '@/core/http/env.ts';
import { done, fragment, listPage } from '@/core/http/responses/respond.ts';
import { operation, routes } from '@/core/http/routing/operation.ts';
import { endpoint, pageRoute } from '@/core/http/routing/route.ts';
import { idParam, type Refused } from '@/core/http/routing/validate.ts';
import { readUpload, requireUpload } from '@/core/http/uploads/upload.ts';
import { Done, MessageReply } from '@/schemas/reply-fields.schema.ts';
import { canChangeQuickMessage, canMakeGeneral } from './quick-messages.policy.ts';
import { getQuickMessage, listQuickMessages, listWithCompany } from './quick-messages.queries.ts';
import {
  NewQuickMessage,
  QUICK_MEDIA,
  QuickMessageFilter,
  QuickMessageForm,
  QuickMessageInput,
} from './quick-messages.schema.ts';
import {
  createQuickMessage,
  deleteQuickMessage,
  setQuickMedia,
  updateQuickMessage,
} from './quick-messages.service.ts';
import {
  QuickMessage,
  QuickMessagePage,
  type QuickMessageView,
  UsableQuickMessage,
} from './quick-messages.views.ts';

declare module '@/core/http/routing/route.ts' {
  interface Fixtures {
    quickMessageId: number;
  }
}

const CHANGE_ERRORS: ErrorCode[] = ['ERR_NO_QUICKMESSAGE_FOUND', 'ERR_NO_PERMISSION'];
const BLANK: QuickMessageValues = { shortcode: '', message: '', geral: false, status: true };
const REFRESH = 'quickmessage';

export const quickMessageRoutes = routes([
  endpoint('GET /quick-messages', {
    access: 'person',
    summary: 'A page of the reader’s own and the general quick messages, by shortcode',
    query: QuickMessageFilter,
    reply: QuickMessagePage,
    example: () => ({ query: { searchParam: 'preço', pageNumber: 1 } }),
    run: (scope, { query }) => listQuickMessages(scope, query),
  }),
  endpoint('GET /quick-messages/list', {
    access: 'person',
    summary: 'All quick messages that the composer may offer: active, own or general',
    reply: z.array(UsableQuickMessage),
    run: (scope) => listWithCompany(scope),
  }),
  endpoint('GET /quick-messages/:quickMessageId', {
    access: 'person',
    summary: 'One quick message',
    reply: QuickMessage,
    errors: ['ERR_NO_QUICKMESSAGE_FOUND'],
    run: (scope, { quickMessageId }) => getQuickMessage(scope, quickMessageId),
  }),
  pageRoute('GET /quick-messages', {
    access: 'person',
    query: QuickMessageFilter,
    async answer(c, { query }) {
      const found = await listQuickMessages(c.var.scope, query);
      const { searchParam } = query;
      const props = { page: found, searchParam, canChange: changeable(c, found.records) };
      const head = { title: 'quickMessages:title', active: 'quickMessages' };
      return listPage(c, head, (shows) => <QuickMessagesPage shows={shows} {...props} />);
    },
  }),
  pageRoute('GET /quick-messages/new', { access: 'person', answer: (c) => dialog(c, null, BLANK) }),
  pageRoute('GET /quick-messages/:quickMessageId/edit', {
    access: 'person',
    async answer(c, { quickMessageId }) {
      const quickMessage = await getQuickMessage(c.var.scope, quickMessageId);
      return dialog(c, quickMessage, quickMessage);
    },
  }),
  pageRoute('GET /quick-messages/:quickMessageId/delete', {
    access: 'person',
    async answer(c, { quickMessageId }) {
      const quickMessage = await getQuickMessage(c.var.scope, quickMessageId);
      return fragment(c, <DeleteQuickMessageDialog quickMessage={quickMessage} />);
    },
  }),
  endpoint('POST /quick-messages', {
    access: 'person',
    summary: 'Creates a quick message; `geral` is for administrators',
    body: NewQuickMessage,
    reply: QuickMessage,
    errors: ['ERR_NO_PERMISSION'],
    example: () => ({
      body: { shortcode: 'horário', message: 'Das 8 às 18', geral: false, status: true },
    }),
    run: (scope, { body }) => createQuickMessage(scope, body),
  }),
  pageRoute('POST /quick-messages', {
    access: 'person',
    files: QUICK_MEDIA,
    form: QuickMessageForm,
    example: () => ({ body: { shortcode: 'Endereço', message: 'x' } }),
    onInvalid: again,
    async answer(c, { form }) {
      const { removeMedia: _none, ...input } = form;
      await createQuickMessage(c.var.scope, { ...input, media: await readUpload(c) });
      return done(c, { toast: 'quickMessages:toast.created', refresh: REFRESH });
    },
  }),
  endpoint('PUT /quick-messages/:quickMessageId', {
    access: 'person',
    summary: 'Changes a quick message; agents their own that are not general',
    body: QuickMessageInput,
    reply: QuickMessage,
    errors: CHANGE_ERRORS,
    example: () => ({ body: { shortcode: 'preço', message: 'A partir de R$ 10', geral: true } }),
    run: (scope, { quickMessageId, body }) => updateQuickMessage(scope, { ...body, quickMessageId }),
  }),
  pageRoute('PUT /quick-messages/:quickMessageId', {
    access: 'person',
    files: QUICK_MEDIA,
    form: QuickMessageForm,
    example: () => ({ body: { shortcode: 'tomada', message: 'x' } }),
    onInvalid: again,
    async answer(c, { quickMessageId, form }) {
      const { removeMedia, ...input } = form;
      const media = (await readUpload(c)) ?? (removeMedia ? null : undefined);
      await updateQuickMessage(c.var.scope, { ...input, quickMessageId, media });
      return done(c, { toast: 'quickMessages:toast.updated', refresh: REFRESH });
    },
  }),
  operation('DELETE /quick-messages/:quickMessageId', {
    access: 'person',
    summary: 'Deletes a quick message',
    output: MessageReply,
    errors: CHANGE_ERRORS,
    async run(scope, input) {
      await deleteQuickMessage(scope, input);
      return { message: 'Contact deleted' };
    },
    form: { done: { toast: 'quickMessages:toast.deleted', refresh: REFRESH } },
  }),
  endpoint('POST /quick-messages/:quickMessageId/media-upload', {
    access: 'person',
    summary: 'Sets or replaces the file of a quick message',
    files: QUICK_MEDIA,
    reply: Done,
    errors: [...CHANGE_ERRORS, 'ERR_TOO_LARGE', 'ERR_UNSUPPORTED_MEDIA'],
    example: () => ({ file: { name: 'tabela.txt', content: 'tabela' } }),
    async answer(c, { quickMessageId }) {
      await getQuickMessage(c.var.scope, quickMessageId);
      const media = await requireUpload(c);
      await setQuickMedia(c.var.scope, { quickMessageId, media });
      return c.json({ mensagem: 'Arquivo Anexado' });
    },
  }),
  endpoint('DELETE /quick-messages/:quickMessageId/media-upload', {
    access: 'person',
    summary: 'Removes the file of a quick message',
    reply: Done,
    errors: CHANGE_ERRORS,
    run: async (scope, { quickMessageId }) => {
      await setQuickMedia(scope, { quickMessageId, media: null });
      return { mensagem: 'Arquivo excluído' };
    },
  }),
]);

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
