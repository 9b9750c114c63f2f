import { z } from 'zod';
import { endpoint } from '@/core/http/routing/route.ts';
import { requireUpload } from '@/core/http/uploads/upload.ts';
import { Done, MessageReply } from '@/schemas/reply-fields.schema.ts';
import { PositionInput, QUEUE_MEDIA } from '../queues.schema.ts';
import { getOption, listOptionTrees } from './queue-options.queries.ts';
import { QueueOptionFilter, QueueOptionInput, QueueOptionPatch } from './queue-options.schema.ts';
import {
  createOption,
  deleteOption,
  moveOption,
  setOptionMedia,
  updateOption,
} from './queue-options.service.ts';
import { QueueOptionTree } from './queue-options.views.ts';

declare module '@/core/http/routing/route.ts' {
  interface Fixtures {
    queueOptionId: number;
  }
}

export const queueOptionsEndpoints = [
  endpoint('GET /queue-options', {
    access: 'person',
    summary:
      'Options of a queue’s menu: those below `parentId`, -1 for the first level, each with all below it',
    query: QueueOptionFilter,
    reply: z.array(QueueOptionTree),
    example: ({ queueId }) => ({ query: { queueId, parentId: -1 } }),
    run: (scope, { query }) => listOptionTrees(scope, query),
  }),
  endpoint('GET /queue-options/:queueOptionId', {
    access: 'person',
    summary: 'One option of a queue’s menu',
    reply: QueueOptionTree,
    errors: ['ERR_NO_QUEUE_OPTION_FOUND'],
    run: (scope, { queueOptionId }) => getOption(scope, queueOptionId),
  }),
  endpoint('POST /queue-options', {
    access: 'admin',
    summary: 'Adds an option below another or on the first level; without a free number it comes last',
    body: QueueOptionInput,
    reply: QueueOptionTree,
    errors: ['ERR_NO_QUEUE_FOUND', 'ERR_NO_QUEUE_OPTION_FOUND', 'ERR_LIMIT_REACHED'],
    example: ({ queueId }) => ({
      body: { queueId, title: 'Segunda via', option: 1, message: 'Um momento.' },
    }),
    run: (scope, { body }) => createOption(scope, body),
  }),
  endpoint('PUT /queue-options/:queueOptionId', {
    access: 'admin',
    summary: 'Changes an option; what is left out stays',
    body: QueueOptionPatch,
    reply: QueueOptionTree,
    errors: ['ERR_NO_QUEUE_OPTION_FOUND'],
    example: () => ({ body: { title: 'Boletos', message: 'Um momento.' } }),
    run: (scope, { queueOptionId, body }) => updateOption(scope, { ...body, queueOptionId }),
  }),
  endpoint('PUT /queue-options/:queueOptionId/place', {
    access: 'admin',
    summary: 'Moves an option before one of its level, or to the end; the level is numbered anew',
    body: PositionInput,
    reply: QueueOptionTree,
    errors: ['ERR_NO_QUEUE_OPTION_FOUND'],
    example: () => ({ body: { beforeId: null } }),
    run: (scope, { queueOptionId, body }) => moveOption(scope, { ...body, queueOptionId }),
  }),
  endpoint('DELETE /queue-options/:queueOptionId', {
    access: 'admin',
    summary: 'Deletes an option with all below it',
    reply: MessageReply,
    errors: ['ERR_NO_QUEUE_OPTION_FOUND'],
    run: async (scope, { queueOptionId }) => {
      await deleteOption(scope, { queueOptionId });
      return { message: 'Option Delected' };
    },
  }),
  endpoint('POST /queue-options/:queueOptionId/media-upload', {
    access: 'admin',
    summary: 'Sets or replaces the file of an option',
    files: QUEUE_MEDIA,
    reply: Done,
    errors: ['ERR_NO_QUEUE_OPTION_FOUND', 'ERR_TOO_LARGE', 'ERR_UNSUPPORTED_MEDIA'],
    example: () => ({ file: { name: 'tabela.txt', content: 'tabela' } }),
    async answer(c, { queueOptionId }) {
      await getOption(c.var.scope, queueOptionId);
      const media = await requireUpload(c);
      await setOptionMedia(c.var.scope, { queueOptionId, media });
      return c.json({ mensagem: 'Arquivo Salvo' });
    },
  }),
  endpoint('DELETE /queue-options/:queueOptionId/media-upload', {
    access: 'admin',
    summary: 'Removes the file of an option',
    reply: Done,
    errors: ['ERR_NO_QUEUE_OPTION_FOUND'],
    run: async (scope, { queueOptionId }) => {
      await setOptionMedia(scope, { queueOptionId, media: null });
      return { mensagem: 'Arquivo excluído' };
    },
  }),
];
