import { z } from 'zod';
import { endpoint } from '@/core/http/routing/route.ts';
import { requireUpload } from '@/core/http/uploads/upload.ts';
import { Done } from '@/schemas/reply-fields.schema.ts';
import { getQueue, listQueues } from './queues.queries.ts';
import { PositionInput, QUEUE_MEDIA, QueueInput, QueuePatch } from './queues.schema.ts';
import { createQueue, deleteQueue, moveQueue, setQueueMedia, updateQueue } from './queues.service.ts';
import { Queue } from './queues.views.ts';

declare module '@/core/http/routing/route.ts' {
  interface Fixtures {
    queueId: number;
  }
}

export const queuesEndpoints = [
  endpoint('GET /queue', {
    access: 'person',
    summary: 'All queues in their order',
    reply: z.array(Queue),
    run: (scope) => listQueues(scope),
  }),
  endpoint('GET /queue/:queueId', {
    access: 'person',
    summary: 'One queue',
    reply: Queue,
    errors: ['ERR_NO_QUEUE_FOUND'],
    run: (scope, { queueId }) => getQueue(scope, queueId),
  }),
  endpoint('POST /queue', {
    access: 'admin',
    summary: 'Creates a queue; name and colour must be free',
    body: QueueInput,
    reply: Queue,
    errors: ['ERR_LIMIT_REACHED', 'ERR_QUEUE_NAME_ALREADY_EXISTS', 'ERR_QUEUE_COLOR_ALREADY_EXISTS'],
    example: () => ({ body: { name: 'Financeiro', color: '#004dcf', greetingMessage: 'Olá!' } }),
    run: (scope, { body }) => createQueue(scope, body),
  }),
  endpoint('PUT /queue/:queueId', {
    access: 'admin',
    status: 201,
    summary: 'Changes a queue; what is left out stays',
    body: QueuePatch,
    reply: Queue,
    errors: ['ERR_NO_QUEUE_FOUND', 'ERR_QUEUE_NAME_ALREADY_EXISTS', 'ERR_QUEUE_COLOR_ALREADY_EXISTS'],
    example: () => ({ body: { name: 'Cobrança', greetingMessage: 'Olá!' } }),
    run: (scope, { queueId, body }) => updateQueue(scope, { ...body, queueId }),
  }),
  endpoint('PUT /queue/:queueId/place', {
    access: 'admin',
    summary: 'Moves a queue before another, or to the end',
    body: PositionInput,
    reply: Queue,
    errors: ['ERR_NO_QUEUE_FOUND'],
    example: () => ({ body: { beforeId: null } }),
    run: (scope, { queueId, body }) => moveQueue(scope, { ...body, queueId }),
  }),
  endpoint('DELETE /queue/:queueId', {
    access: 'admin',
    summary: 'Deletes a queue with its options; its tickets lose it and stay',
    errors: ['ERR_NO_QUEUE_FOUND'],
    run: (scope, { queueId }) => deleteQueue(scope, { queueId }),
  }),
  endpoint('POST /queue/:queueId/media-upload', {
    access: 'admin',
    summary: 'Sets or replaces the file of a queue',
    files: QUEUE_MEDIA,
    reply: Done,
    errors: ['ERR_NO_QUEUE_FOUND', 'ERR_TOO_LARGE', 'ERR_UNSUPPORTED_MEDIA'],
    example: () => ({ file: { name: 'tabela.txt', content: 'tabela' } }),
    async answer(c, { queueId }) {
      await getQueue(c.var.scope, queueId);
      const media = await requireUpload(c);
      await setQueueMedia(c.var.scope, { queueId, media });
      return c.json({ mensagem: 'Arquivo Salvo' });
    },
  }),
  endpoint('DELETE /queue/:queueId/media-upload', {
    access: 'admin',
    summary: 'Removes the file of a queue',
    reply: Done,
    errors: ['ERR_NO_QUEUE_FOUND'],
    run: async (scope, { queueId }) => {
      await setQueueMedia(scope, { queueId, media: null });
      return { mensagem: 'Arquivo excluído' };
    },
  }),
];
