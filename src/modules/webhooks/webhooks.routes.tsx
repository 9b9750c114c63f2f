import { DeliveriesPage } from '@views/pages/webhooks/deliveries-page.tsx';
import { DeliveryDialog } from '@views/pages/webhooks/delivery-dialog.tsx';
import { ReplayDialog, type ReplayValues } from '@views/pages/webhooks/replay-dialog.tsx';
import { SecretDialog } from '@views/pages/webhooks/secret-dialog.tsx';
import {
  DeleteWebhookDialog,
  WebhookDialog,
  type WebhookValues,
} from '@views/pages/webhooks/webhook-dialog.tsx';
import { WebhooksPage } from '@views/pages/webhooks/webhooks-page.tsx';
import type { Ctx } from '@/core/http/env.ts';
import { done, fragment, listPage, trigger } from '@/core/http/responses/respond.ts';
import { operation, routes } from '@/core/http/routing/operation.ts';
import { endpoint, pageRoute } from '@/core/http/routing/route.ts';
import { formTexts, idParam, type Refused } from '@/core/http/routing/validate.ts';
import { notCalled } from '@/core/security/callable-address.ts';
import { zonedParts } from '@/core/zoned-time.ts';
import { MessageReply } from '@/schemas/reply-fields.schema.ts';
import { testWebhook } from './deliver/test-webhook.service.ts';
import { getDelivery, getWebhook, listDeliveries, listWebhooks } from './webhooks.queries.ts';
import {
  DeliveryFilter,
  ReplayRange,
  WebhookActive,
  WebhookFilter,
  WebhookInput,
} from './webhooks.schema.ts';
import {
  createWebhook,
  deleteWebhook,
  renewSecret,
  replayDelivery,
  replayRange,
  setWebhookActive,
  updateWebhook,
} from './webhooks.service.ts';
import {
  NewWebhook,
  Replayed,
  Webhook,
  WebhookDeliveryDetail,
  WebhookDeliveryPage,
  WebhookPage,
  WebhookSecret,
} from './webhooks.views.ts';

declare module '@/core/http/routing/route.ts' {
  interface Fixtures {
    webhookId: number;
    deliveryId: number;
  }
}

const common = { access: 'admin', feature: 'useExternalApi' } as const;
const NONE = 'ERR_NO_WEBHOOK_FOUND' as const;
const NO_DELIVERY = 'ERR_NO_DELIVERY_FOUND' as const;
const EXAMPLE = { name: 'ERP', url: 'https://erp.example/balcao', events: ['message.received' as const] };
const REFRESH = 'webhook';
const LOG = 'webhookDelivery';
const BLANK: WebhookValues = { name: '', url: '', events: ['message.received'] };
const DAY_MS = 86_400_000;

export const webhookRoutes = routes([
  endpoint('GET /webhooks', {
    ...common,
    summary: 'A page of webhooks by name',
    query: WebhookFilter,
    reply: WebhookPage,
    example: () => ({ query: { searchParam: '', pageNumber: 1 } }),
    run: (scope, { query }) => listWebhooks(scope, query),
  }),
  endpoint('GET /webhooks/:webhookId', {
    ...common,
    summary: 'One webhook, without its secret',
    reply: Webhook,
    errors: [NONE],
    run: (scope, { webhookId }) => getWebhook(scope, webhookId),
  }),
  endpoint('GET /webhooks/:webhookId/deliveries', {
    ...common,
    summary: 'A page of a webhook’s log of 30 days, the newest delivery first',
    query: DeliveryFilter,
    reply: WebhookDeliveryPage,
    errors: [NONE],
    example: () => ({ query: { pageNumber: 1 } }),
    run: (scope, { webhookId, query }) => listDeliveries(scope, webhookId, query),
  }),
  endpoint('GET /webhooks/:webhookId/deliveries/:deliveryId', {
    ...common,
    summary: 'One delivery with its body and the beginning of the last answer',
    reply: WebhookDeliveryDetail,
    errors: [NONE, NO_DELIVERY],
    run: (scope, input) => getDelivery(scope, input),
  }),
  pageRoute('GET /webhooks', {
    ...common,
    query: WebhookFilter,
    async answer(c, { query }) {
      const webhooks = await listWebhooks(c.var.scope, query);
      const head = { title: 'webhooks:title', active: 'webhooks' };
      return listPage(c, head, (shows) => (
        <WebhooksPage shows={shows} page={webhooks} searchParam={query.searchParam} />
      ));
    },
  }),
  pageRoute('GET /webhooks/new', {
    ...common,
    answer: (c) => fragment(c, <WebhookDialog known={null} values={BLANK} />),
  }),
  pageRoute('GET /webhooks/:webhookId/edit', {
    ...common,
    async answer(c, { webhookId }) {
      const known = await getWebhook(c.var.scope, webhookId);
      const reason = notCalled(c.var.kernel, known.url);
      return fragment(c, <WebhookDialog known={known} values={known} notCalled={reason} />);
    },
  }),
  pageRoute('GET /webhooks/:webhookId/delete', {
    ...common,
    answer: async (c, { webhookId }) =>
      fragment(c, <DeleteWebhookDialog webhook={await getWebhook(c.var.scope, webhookId)} />),
  }),
  pageRoute('GET /webhooks/:webhookId/secret', {
    ...common,
    answer: async (c, { webhookId }) =>
      fragment(c, <SecretDialog webhook={await getWebhook(c.var.scope, webhookId)} id="webhook-secret" />),
  }),
  pageRoute('GET /webhooks/:webhookId/log', {
    ...common,
    query: DeliveryFilter,
    async answer(c, { webhookId, query }) {
      const webhook = await getWebhook(c.var.scope, webhookId);
      const deliveries = await listDeliveries(c.var.scope, webhookId, query);
      const { searchParam, state = '', event = '' } = query;
      const head = { title: 'webhooks:log.title', active: 'webhooks' };
      return listPage(c, head, (shows) => (
        <DeliveriesPage
          shows={shows}
          webhook={webhook}
          page={deliveries}
          query={{ searchParam, state, event }}
        />
      ));
    },
  }),
  pageRoute('GET /webhooks/:webhookId/replay', {
    ...common,
    async answer(c, { webhookId }) {
      const { now, timeZone } = c.var.scope;
      const to = now();
      const shown = (at: Date) => {
        const { day, time } = zonedParts(at, timeZone);
        return `${day}T${time}`;
      };
      const values = { from: shown(new Date(to.getTime() - DAY_MS)), to: shown(to), which: 'failed' };
      return replayDialog(c, webhookId, values);
    },
  }),
  pageRoute('GET /webhooks/:webhookId/deliveries/:deliveryId', {
    ...common,
    answer: async (c, input) =>
      fragment(c, <DeliveryDialog delivery={await getDelivery(c.var.scope, input)} />),
  }),
  operation('POST /webhooks', {
    ...common,
    summary: 'A new webhook; its secret stands in this answer and nowhere else',
    input: WebhookInput,
    output: NewWebhook,
    errors: ['ERR_PROOF_REQUIRED'],
    example: () => ({ body: EXAMPLE }),
    run: (scope, input) => createWebhook(scope, input),
    form: {
      onInvalid: again,
      done(c, { secret, ...webhook }) {
        trigger(c, { [`refresh:${REFRESH}`]: true });
        return fragment(c, <SecretDialog webhook={webhook} secret={secret} id="webhook-dialog" />);
      },
    },
  }),
  operation('PUT /webhooks/:webhookId', {
    ...common,
    summary: 'Changes name, address and events; another address or more events take a fresh proof',
    input: WebhookInput,
    output: Webhook,
    errors: [NONE, 'ERR_PROOF_REQUIRED'],
    example: () => ({ body: { ...EXAMPLE, name: 'ERP novo' } }),
    run: (scope, input) => updateWebhook(scope, input),
    form: { onInvalid: again, done: { toast: 'webhooks:toast.updated', refresh: REFRESH } },
  }),
  operation('DELETE /webhooks/:webhookId', {
    ...common,
    summary: 'Deletes a webhook with its log',
    output: MessageReply,
    errors: [NONE],
    async run(scope, input) {
      await deleteWebhook(scope, input);
      return { message: 'Webhook deleted' };
    },
    form: { done: { toast: 'webhooks:toast.deleted', refresh: REFRESH } },
  }),
  operation('POST /webhooks/:webhookId/secret', {
    ...common,
    summary: 'Renews the secret of a webhook, shown this once; for a day the former ones sign too',
    output: WebhookSecret,
    errors: [NONE, 'ERR_PROOF_REQUIRED'],
    run: async (scope, input) => ({ secret: await renewSecret(scope, input) }),
    form: {
      async done(c, { secret }, { webhookId }) {
        const webhook = await getWebhook(c.var.scope, webhookId);
        return fragment(c, <SecretDialog webhook={webhook} secret={secret} id="webhook-secret" />);
      },
    },
  }),
  operation('PUT /webhooks/:webhookId/active', {
    ...common,
    summary:
      'Switches a webhook on or off; while it is off nothing is recorded, and what was waiting becomes failed',
    input: WebhookActive,
    output: Webhook,
    errors: [NONE],
    example: () => ({ body: { isActive: false } }),
    run: (scope, input) => setWebhookActive(scope, input),
    form: {
      onInvalid: (c) => done(c, { refresh: REFRESH }),
      done: (c, _webhook, { isActive }) =>
        done(c, { toast: `webhooks:toast.${isActive ? 'on' : 'off'}`, refresh: REFRESH }),
    },
  }),
  operation('POST /webhooks/:webhookId/test', {
    ...common,
    summary: 'Sends a test delivery and returns its result',
    output: WebhookDeliveryDetail,
    errors: [NONE, 'ERR_RATE_LIMITED'],
    run: (scope, input) => testWebhook(scope, input),
    form: {
      done(c, delivery) {
        trigger(c, { [`refresh:${LOG}`]: true });
        return fragment(c, <DeliveryDialog delivery={delivery} />);
      },
    },
  }),
  operation('POST /webhooks/:webhookId/deliveries/:deliveryId/replay', {
    ...common,
    summary: 'Sends one delivery again, under the same webhook-id',
    output: WebhookDeliveryDetail,
    errors: [NONE, NO_DELIVERY],
    async run(scope, input) {
      await replayDelivery(scope, input);
      return getDelivery(scope, input);
    },
    form: { done: { toast: 'webhooks:toast.replayed', vars: { count: 1 }, refresh: LOG } },
  }),
  operation('POST /webhooks/:webhookId/replay', {
    ...common,
    summary: 'Sends the deliveries of a range of time again, in their order',
    input: ReplayRange,
    output: Replayed,
    errors: [NONE],
    example: () => ({
      body: { from: '2026-01-01T00:00:00Z', to: '2036-01-01T00:00:00Z', which: 'all' as const },
    }),
    run: async (scope, input) => ({ replayed: await replayRange(scope, input) }),
    form: {
      onInvalid: (c, { values, errors }) =>
        replayDialog(c, idParam(c, 'webhookId'), values as unknown as ReplayValues, errors),
      done: (c, { replayed: count }) =>
        done(c, { toast: 'webhooks:toast.replayed', vars: { count }, refresh: LOG }),
    },
  }),
]);

async function again(c: Ctx, { values, errors }: Refused): Promise<Response> {
  const id = c.req.param('webhookId') ? idParam(c, 'webhookId') : null;
  const known = id === null ? null : await getWebhook(c.var.scope, id);
  const typed: WebhookValues = {
    name: values.name ?? '',
    url: values.url ?? '',
    events: await formTexts(c, 'events'),
  };
  return fragment(c, <WebhookDialog known={known} values={typed} errors={errors} />, 422);
}

async function replayDialog(
  c: Ctx,
  webhookId: number,
  values: ReplayValues,
  errors?: Record<string, string>,
): Promise<Response> {
  const webhook = await getWebhook(c.var.scope, webhookId);
  return fragment(c, <ReplayDialog {...{ webhook, values, errors }} />, errors ? 422 : 200);
}
