import { z } from 'zod';
import type { ErrorCode } from '@/core/errors.ts';
import { endpoint } from '@/core/http/routing/route.ts';
import { requireUpload } from '@/core/http/uploads/upload.ts';
import { Done, MessageReply } from '@/schemas/reply-fields.schema.ts';
import { getQuickMessage, listQuickMessages, listWithCompany } from './quick-messages.queries.ts';
import {
  NewQuickMessage,
  QUICK_MEDIA,
  QuickMessageFilter,
  QuickMessageInput,
} from './quick-messages.schema.ts';
import {
  createQuickMessage,
  deleteQuickMessage,
  setQuickMedia,
  updateQuickMessage,
} from './quick-messages.service.ts';
import { QuickMessage, QuickMessagePage, UsableQuickMessage } from './quick-messages.views.ts';

declare module '@/core/http/routing/route.ts' {
  interface Fixtures {
    quickMessageId: number;
  }
}

const CHANGE_ERRORS: ErrorCode[] = ['ERR_NO_QUICKMESSAGE_FOUND', 'ERR_NO_PERMISSION'];

export const quickMessagesEndpoints = [
  endpoint('GET /quick-messages', {
    access: 'person',
    summary: 'A page of the reader’s own and the general ones, by shortcode',
    query: QuickMessageFilter,
    reply: QuickMessagePage,
    example: () => ({ query: { searchParam: 'preço', pageNumber: 1 } }),
    run: (scope, { query }) => listQuickMessages(scope, query),
  }),
  endpoint('GET /quick-messages/list', {
    access: 'person',
    summary: 'Everything the composer may offer: active, own or general',
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
  endpoint('POST /quick-messages', {
    access: 'person',
    summary: 'Makes a quick message; `geral` is for administrators',
    body: NewQuickMessage,
    reply: QuickMessage,
    errors: ['ERR_NO_PERMISSION'],
    example: () => ({
      body: { shortcode: 'horário', message: 'Das 8 às 18', geral: false, status: true },
    }),
    run: (scope, { body }) => createQuickMessage(scope, body),
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
  endpoint('DELETE /quick-messages/:quickMessageId', {
    access: 'person',
    summary: 'Deletes a quick message',
    reply: MessageReply,
    errors: CHANGE_ERRORS,
    run: async (scope, { quickMessageId }) => {
      await deleteQuickMessage(scope, { quickMessageId });
      return { message: 'Contact deleted' };
    },
  }),
  endpoint('POST /quick-messages/:quickMessageId/media-upload', {
    access: 'person',
    summary: 'Gives it a file, in the place of the one it had',
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
    summary: 'Takes its file away',
    reply: Done,
    errors: CHANGE_ERRORS,
    run: async (scope, { quickMessageId }) => {
      await setQuickMedia(scope, { quickMessageId, media: null });
      return { mensagem: 'Arquivo excluído' };
    },
  }),
];
