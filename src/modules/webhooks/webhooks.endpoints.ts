import { endpoint } from '@/core/http/routing/route.ts';
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
const input = { name: 'ERP', url: 'https://erp.example/balcao', events: ['message.received' as const] };

export const webhooksEndpoints = [
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
  endpoint('POST /webhooks', {
    ...common,
    summary: 'A new webhook; its secret stands in this answer and nowhere else',
    body: WebhookInput,
    reply: NewWebhook,
    errors: ['ERR_PROOF_REQUIRED'],
    example: () => ({ body: input }),
    run: (scope, { body }) => createWebhook(scope, body),
  }),
  endpoint('PUT /webhooks/:webhookId', {
    ...common,
    summary: 'Changes name, address and events; another address or more events take a fresh proof',
    body: WebhookInput,
    reply: Webhook,
    errors: [NONE, 'ERR_PROOF_REQUIRED'],
    example: () => ({ body: { ...input, name: 'ERP novo' } }),
    run: (scope, { webhookId, body }) => updateWebhook(scope, { ...body, webhookId }),
  }),
  endpoint('DELETE /webhooks/:webhookId', {
    ...common,
    summary: 'Deletes a webhook with its log',
    reply: MessageReply,
    errors: [NONE],
    run: async (scope, { webhookId }) => {
      await deleteWebhook(scope, { webhookId });
      return { message: 'Webhook deleted' };
    },
  }),
  endpoint('POST /webhooks/:webhookId/secret', {
    ...common,
    summary: 'A new secret, shown this once; the one before signs too for a day',
    reply: WebhookSecret,
    errors: [NONE, 'ERR_PROOF_REQUIRED'],
    run: async (scope, { webhookId }) => ({ secret: await renewSecret(scope, { webhookId }) }),
  }),
  endpoint('PUT /webhooks/:webhookId/active', {
    ...common,
    summary: 'Pauses or resumes; what happens while it is paused waits for three days',
    body: WebhookActive,
    reply: Webhook,
    errors: [NONE],
    example: () => ({ body: { isActive: false } }),
    run: (scope, { webhookId, body }) => setWebhookActive(scope, { ...body, webhookId }),
  }),
  endpoint('POST /webhooks/:webhookId/test', {
    ...common,
    summary: 'Sends a test and tells what became of it',
    reply: WebhookDeliveryDetail,
    errors: [NONE, 'ERR_RATE_LIMITED'],
    run: (scope, { webhookId }) => testWebhook(scope, { webhookId }),
  }),
  endpoint('GET /webhooks/:webhookId/deliveries', {
    ...common,
    summary: 'A page of its log of 30 days, the newest first',
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
  endpoint('POST /webhooks/:webhookId/deliveries/:deliveryId/replay', {
    ...common,
    summary: 'Sends one delivery again, under the same webhook-id',
    reply: WebhookDeliveryDetail,
    errors: [NONE, NO_DELIVERY],
    run: async (scope, input) => {
      await replayDelivery(scope, input);
      return getDelivery(scope, input);
    },
  }),
  endpoint('POST /webhooks/:webhookId/replay', {
    ...common,
    summary: 'Sends those of a range of time again, in their order',
    body: ReplayRange,
    reply: Replayed,
    errors: [NONE],
    example: () => ({
      body: { from: '2026-01-01T00:00:00Z', to: '2036-01-01T00:00:00Z', which: 'all' as const },
    }),
    run: async (scope, { webhookId, body }) => ({
      replayed: await replayRange(scope, { ...body, webhookId }),
    }),
  }),
];
