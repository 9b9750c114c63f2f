import { DeleteQueueDialog, QueueDialog } from '@views/pages/queues/queue-dialog.tsx';
import { QueueOptionsPage } from '@views/pages/queues/queue-options-page.tsx';
import { QueuesPage } from '@views/pages/queues/queues-page.tsx';
import { PALETTE } from '@views/ui/fields/palette.ts';
import { AppError, InvalidInput } from '@/core/errors.ts';
import type { Ctx } from '@/core/http/env.ts';
import { done, fragment, listPage, page } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { idParam, type Refused } from '@/core/http/routing/validate.ts';
import { readUpload } from '@/core/http/uploads/upload.ts';
import { getSetting } from '@/modules/settings/settings.queries.ts';
import { hoursValues } from '@/schemas/service-hours.schema.ts';
import { listOptions } from './options/queue-options.queries.ts';
import { countUse } from './queue-use.queries.ts';
import { getQueue, listQueuePage, listQueues } from './queues.queries.ts';
import { QUEUE_MEDIA, QueueFilter, QueueForm, readQueueForm } from './queues.schema.ts';
import { createQueue, deleteQueue, updateQueue } from './queues.service.ts';
import type { QueueView } from './queues.views.ts';
import { listResponderChoices } from './responder-choices.queries.ts';

export const queuesPages = [
  pageRoute('GET /queues', {
    access: 'admin',
    query: QueueFilter,
    async answer(c, { query }) {
      const props = { page: await listQueuePage(c.var.scope, query), searchParam: query.searchParam };
      const head = { title: 'queues:title', active: 'queues' };
      return listPage(c, head, (shows) => <QueuesPage shows={shows} {...props} />);
    },
  }),
  pageRoute('GET /queues/new', {
    access: 'admin',
    async answer(c) {
      const taken = (await listQueues(c.var.scope)).map(({ color }) => color.toLowerCase());
      const color = PALETTE.find((one) => !taken.includes(one)) ?? PALETTE[0];
      return dialog(c, null, { color, ...hoursValues([]) });
    },
  }),
  pageRoute('GET /queues/:queueId/edit', {
    access: 'admin',
    async answer(c, { queueId }) {
      const queue = await getQueue(c.var.scope, queueId);
      return dialog(c, queue, valuesOf(queue));
    },
  }),
  pageRoute('GET /queues/:queueId/options', {
    access: 'admin',
    async answer(c, { queueId }) {
      const queue = await getQueue(c.var.scope, queueId);
      const options = await listOptions(c.var.scope, { queueId });
      const head = { title: 'queues:pane.options', active: 'queues' };
      return page(c, head, <QueueOptionsPage queue={queue} options={options} />);
    },
  }),
  pageRoute('GET /queues/:queueId/delete', {
    access: 'admin',
    async answer(c, { queueId }) {
      const queue = await getQueue(c.var.scope, queueId);
      return fragment(c, <DeleteQueueDialog queue={queue} use={await countUse(c.var.scope, queueId)} />);
    },
  }),
  pageRoute('POST /queues', {
    access: 'admin',
    files: QUEUE_MEDIA,
    form: QueueForm,
    example: () => ({ body: { name: 'Financeiro', color: '#004dcf' } }),
    onInvalid: again,
    async answer(c, { form }) {
      const media = await readUpload(c);
      await besideField(createQueue(c.var.scope, { ...readQueueForm(form), media }));
      return done(c, { toast: 'queues:toast.created', refresh: 'queue' });
    },
  }),
  pageRoute('PUT /queues/:queueId', {
    access: 'admin',
    files: QUEUE_MEDIA,
    form: QueueForm,
    example: () => ({ body: { name: 'Cobrança', color: '#004dcf' } }),
    onInvalid: again,
    async answer(c, { queueId, form }) {
      const media = (await readUpload(c)) ?? (form.removeMedia ? null : undefined);
      await besideField(updateQueue(c.var.scope, { ...readQueueForm(form), queueId, media }));
      return done(c, { toast: 'queues:toast.updated', refresh: 'queue' });
    },
  }),
  pageRoute('DELETE /queues/:queueId', {
    access: 'admin',
    async answer(c, { queueId }) {
      await deleteQueue(c.var.scope, { queueId });
      return done(c, { toast: 'queues:toast.deleted', refresh: 'queue' });
    },
  }),
];

async function dialog(
  c: Ctx,
  known: QueueView | null,
  values: Record<string, string>,
  errors?: Record<string, string>,
): Promise<Response> {
  const { scope } = c.var;
  const props = {
    known,
    values,
    errors: errors ?? {},
    hasHours: (await getSetting(scope, 'scheduleType')) === 'queue',
    options: known ? (await countUse(scope, known.id)).options : 0,
    ...(await listResponderChoices(scope)),
  };
  return fragment(c, <QueueDialog {...props} />, errors ? 422 : 200);
}

async function again(c: Ctx, { values, errors }: Refused): Promise<Response> {
  const isKnown = c.req.param('queueId') !== undefined;
  const known = isKnown ? await getQueue(c.var.scope, idParam(c, 'queueId')) : null;
  return dialog(c, known, values, errors);
}

function valuesOf(queue: QueueView): Record<string, string> {
  const { name, color, greetingMessage, outOfHoursMessage, assignment } = queue;
  return {
    ...{ name, color, greetingMessage, outOfHoursMessage, assignment },
    orderQueue: String(queue.orderQueue ?? ''),
    promptId: String(queue.promptId ?? ''),
    assignmentLimit: String(queue.assignmentLimit),
    isSticky: String(queue.isSticky),
    sendsInvoices: String(queue.sendsInvoices),
    integrationId: String(queue.integrationId ?? ''),
    ...hoursValues(queue.schedules),
  };
}

async function besideField<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    const code = error instanceof AppError ? error.code : undefined;
    if (code === 'ERR_QUEUE_NAME_ALREADY_EXISTS') throw new InvalidInput({ name: `errors:${code}` });
    if (code === 'ERR_QUEUE_COLOR_ALREADY_EXISTS') throw new InvalidInput({ color: `errors:${code}` });
    throw error;
  });
}
