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
import { pageRoute } from '@/core/http/routing/route.ts';
import { formTexts, idParam, type Refused } from '@/core/http/routing/validate.ts';
import { notCalled } from '@/core/security/callable-address.ts';
import { zonedParts } from '@/core/zoned-time.ts';
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

const common = { access: 'admin', feature: 'useExternalApi' } as const;
const REFRESH = 'webhook';
const LOG = 'webhookDelivery';
const BLANK: WebhookValues = { name: '', url: '', events: ['message.received'] };
const DAY_MS = 86_400_000;

const example = () => ({
  body: { name: 'ERP', url: 'https://erp.example/balcao', events: ['message.received' as const] },
});

export const webhooksPages = [
  pageRoute('GET /webhooks', {
    ...common,
    query: WebhookFilter,
    async show(c, { query }) {
      const webhooks = await listWebhooks(c.var.scope, query);
      const head = { title: 'webhooks:title', active: 'webhooks' };
      return listPage(c, head, (shows) => (
        <WebhooksPage shows={shows} page={webhooks} searchParam={query.searchParam} />
      ));
    },
  }),
  pageRoute('GET /webhooks/new', {
    ...common,
    show: (c) => fragment(c, <WebhookDialog known={null} values={BLANK} />),
  }),
  pageRoute('GET /webhooks/:webhookId/edit', {
    ...common,
    async show(c, { webhookId }) {
      const known = await getWebhook(c.var.scope, webhookId);
      const reason = notCalled(c.var.kernel, known.url);
      return fragment(c, <WebhookDialog known={known} values={known} notCalled={reason} />);
    },
  }),
  pageRoute('GET /webhooks/:webhookId/delete', {
    ...common,
    show: async (c, { webhookId }) =>
      fragment(c, <DeleteWebhookDialog webhook={await getWebhook(c.var.scope, webhookId)} />),
  }),
  pageRoute('POST /webhooks', {
    ...common,
    form: WebhookInput,
    example,
    again,
    async show(c, { form }) {
      const { secret, ...webhook } = await createWebhook(c.var.scope, form);
      trigger(c, { [`refresh:${REFRESH}`]: true });
      return fragment(c, <SecretDialog webhook={webhook} secret={secret} id="webhook-dialog" />);
    },
  }),
  pageRoute('PUT /webhooks/:webhookId', {
    ...common,
    form: WebhookInput,
    example,
    again,
    async show(c, { webhookId, form }) {
      await updateWebhook(c.var.scope, { ...form, webhookId });
      return done(c, { toast: 'webhooks:toast.updated', refresh: REFRESH });
    },
  }),
  pageRoute('DELETE /webhooks/:webhookId', {
    ...common,
    async show(c, { webhookId }) {
      await deleteWebhook(c.var.scope, { webhookId });
      return done(c, { toast: 'webhooks:toast.deleted', refresh: REFRESH });
    },
  }),
  pageRoute('GET /webhooks/:webhookId/secret', {
    ...common,
    show: async (c, { webhookId }) =>
      fragment(c, <SecretDialog webhook={await getWebhook(c.var.scope, webhookId)} id="webhook-secret" />),
  }),
  pageRoute('POST /webhooks/:webhookId/secret', {
    ...common,
    async show(c, { webhookId }) {
      const secret = await renewSecret(c.var.scope, { webhookId });
      const webhook = await getWebhook(c.var.scope, webhookId);
      return fragment(c, <SecretDialog webhook={webhook} secret={secret} id="webhook-secret" />);
    },
  }),
  pageRoute('PUT /webhooks/:webhookId/active', {
    ...common,
    form: WebhookActive,
    example: () => ({ body: { isActive: 'false' } }),
    again: (c) => done(c, { refresh: REFRESH }),
    async show(c, { webhookId, form: { isActive } }) {
      await setWebhookActive(c.var.scope, { webhookId, isActive });
      return done(c, { toast: `webhooks:toast.${isActive ? 'on' : 'off'}`, refresh: REFRESH });
    },
  }),
  pageRoute('POST /webhooks/:webhookId/test', {
    ...common,
    async show(c, { webhookId }) {
      const delivery = await testWebhook(c.var.scope, { webhookId });
      trigger(c, { [`refresh:${LOG}`]: true });
      return fragment(c, <DeliveryDialog delivery={delivery} />);
    },
  }),
  pageRoute('GET /webhooks/:webhookId/log', {
    ...common,
    query: DeliveryFilter,
    async show(c, { webhookId, query }) {
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
    async show(c, { webhookId }) {
      const { clock, config } = c.var.kernel;
      const to = clock();
      const shown = (at: Date) => {
        const { day, time } = zonedParts(at, config.timeZone);
        return `${day}T${time}`;
      };
      const values = { from: shown(new Date(to.getTime() - DAY_MS)), to: shown(to), which: 'failed' };
      return replayDialog(c, webhookId, values);
    },
  }),
  pageRoute('POST /webhooks/:webhookId/replay', {
    ...common,
    form: ReplayRange,
    example: () => ({ body: { from: '2026-01-01T00:00', to: '2036-01-01T00:00', which: 'all' as const } }),
    again: (c, { values, errors }) =>
      replayDialog(c, idParam(c, 'webhookId'), values as unknown as ReplayValues, errors),
    async show(c, { webhookId, form }) {
      const count = await replayRange(c.var.scope, { ...form, webhookId });
      return done(c, { toast: 'webhooks:toast.replayed', vars: { count }, refresh: LOG });
    },
  }),
  pageRoute('GET /webhooks/:webhookId/deliveries/:deliveryId', {
    ...common,
    show: async (c, input) =>
      fragment(c, <DeliveryDialog delivery={await getDelivery(c.var.scope, input)} />),
  }),
  pageRoute('POST /webhooks/:webhookId/deliveries/:deliveryId/replay', {
    ...common,
    async show(c, input) {
      await replayDelivery(c.var.scope, input);
      return done(c, { toast: 'webhooks:toast.replayed', vars: { count: 1 }, refresh: LOG });
    },
  }),
];

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
