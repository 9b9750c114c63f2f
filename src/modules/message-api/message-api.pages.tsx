import { MediaTestForm, MessageApiPage, TextTestForm } from '@views/pages/message-api/message-api-page.tsx';
import type { ReactNode } from 'react';
import { InvalidInput } from '@/core/errors.ts';
import type { Ctx } from '@/core/http/env.ts';
import { fragment, listPage, trigger } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { readUploads } from '@/core/http/uploads/upload.ts';
import { listCalls } from './api-calls.service.ts';
import { API_FILES, MediaTest, TextTest } from './message-api.schema.ts';
import { tryOut } from './send-test-message.service.ts';

const ADDRESS = '/api/messages/send';

function sent(c: Ctx, form: ReactNode): Response {
  const toast = { level: 'success', text: c.var.t('messageApi:sent') };
  trigger(c, { toast, 'refresh:apiCall': true });
  return fragment(c, form);
}

export const messageApiPages = [
  pageRoute('GET /messages-api', {
    access: 'admin',
    feature: 'useExternalApi',
    async answer(c) {
      const props = { calls: await listCalls(c.var.scope), address: c.var.origin + ADDRESS };
      const head = { title: 'messageApi:title', active: 'messagesApi' };
      return listPage(c, head, (shows) => <MessageApiPage shows={shows} {...props} />);
    },
  }),
  pageRoute('POST /messages-api/text', {
    access: 'admin',
    feature: 'useExternalApi',
    form: TextTest,
    example: ({ contactNumber }) => ({ body: { token: 'abc', number: contactNumber, body: 'Teste' } }),
    onInvalid: (c, { values, errors }) =>
      fragment(c, <TextTestForm values={{ ...values, token: '' }} errors={errors} />, 422),
    async answer(c, { form }) {
      await tryOut(c.var.scope, { ...form, files: [] });
      return sent(c, <TextTestForm values={{ number: form.number, body: form.body }} />);
    },
  }),
  pageRoute('POST /messages-api/media', {
    access: 'admin',
    feature: 'useExternalApi',
    files: { ...API_FILES, maxFiles: 1 },
    storesFiles: false,
    form: MediaTest,
    example: ({ contactNumber }) => ({
      body: { token: 'abc', number: contactNumber },
      file: { name: 'a.txt', content: 'a' },
    }),
    onInvalid: (c, { values, errors }) =>
      fragment(c, <MediaTestForm values={{ ...values, token: '' }} errors={errors} />, 422),
    async answer(c, { form }) {
      const { uploads: files } = await readUploads(c);
      if (files.length === 0) throw new InvalidInput({ medias: 'validation:required' });
      await tryOut(c.var.scope, {
        ...form,
        body: '',
        files: files.map((file) => ({ ...file, caption: '' })),
      });
      return sent(c, <MediaTestForm values={{ number: form.number }} />);
    },
  }),
];
