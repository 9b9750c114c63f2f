import { z } from 'zod';
import { endpoint } from '@/core/http/routing/route.ts';
import { platformOf } from '@/core/platform-scope.ts';
import { MessageReply } from '@/schemas/reply-fields.schema.ts';
import { getHelp, listAllHelps, listHelps } from './helps.queries.ts';
import { HelpFilter, HelpInput } from './helps.schema.ts';
import { createHelp, deleteHelp, updateHelp } from './helps.service.ts';
import { Help, HelpPage } from './helps.views.ts';
import { getThumbnail } from './thumbnails.client.ts';

declare module '@/core/http/routing/route.ts' {
  interface Fixtures {
    helpId: number;
  }
}

const EXAMPLE = {
  title: 'Primeiros passos',
  description: 'Do zero à primeira conversa.',
  video: 'M7lc1UVf-VE',
};

export const helpsEndpoints = [
  endpoint('GET /helps', {
    access: 'person',
    summary: 'A page of help videos, by title',
    query: HelpFilter,
    reply: HelpPage,
    example: () => ({ query: { searchParam: '', pageNumber: 1 } }),
    run: (scope, { query }) => listHelps(platformOf(scope), query),
  }),
  endpoint('GET /helps/list', {
    access: 'person',
    summary: 'All help videos, by title',
    reply: z.array(Help),
    run: (scope) => listAllHelps(platformOf(scope)),
  }),
  endpoint('GET /helps/:helpId', {
    access: 'person',
    shared: true,
    summary: 'One help video',
    reply: Help,
    errors: ['ERR_NO_HELP_FOUND'],
    run: (scope, { helpId }) => getHelp(platformOf(scope), helpId),
  }),
  endpoint('GET /helps/:helpId/thumbnail', {
    access: 'person',
    shared: true,
    summary: 'Its small picture as 200 (JPEG), or nothing when there is none',
    status: 204,
    mime: 'image/jpeg',
    errors: ['ERR_NO_HELP_FOUND'],
    async answer(c, { helpId }) {
      const scope = platformOf(c.var.scope);
      const bytes = await getThumbnail(scope, (await getHelp(scope, helpId)).video);
      if (!bytes) return c.body(null, 204);
      c.header('Cache-Control', 'private, max-age=86400');
      c.header('Content-Type', 'image/jpeg');
      return c.body(new Uint8Array(bytes));
    },
  }),
  endpoint('POST /helps', {
    access: 'super',
    summary: 'Adds one; `video` is its code at YouTube, or its address there',
    body: HelpInput,
    reply: Help,
    example: () => ({ body: EXAMPLE }),
    run: (scope, { body }) => createHelp(scope, body),
  }),
  endpoint('PUT /helps/:helpId', {
    access: 'super',
    shared: true,
    summary: 'Changes one',
    body: HelpInput,
    reply: Help,
    errors: ['ERR_NO_HELP_FOUND'],
    example: () => ({ body: { ...EXAMPLE, title: 'Do começo' } }),
    run: (scope, { helpId, body }) => updateHelp(scope, { ...body, helpId }),
  }),
  endpoint('DELETE /helps/:helpId', {
    access: 'super',
    shared: true,
    summary: 'Deletes one',
    reply: MessageReply,
    errors: ['ERR_NO_HELP_FOUND'],
    run: async (scope, { helpId }) => {
      await deleteHelp(scope, { helpId });
      return { message: 'Help deleted' };
    },
  }),
];
