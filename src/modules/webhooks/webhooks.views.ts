import { z } from 'zod';
import { id, moment, pageOf, stamps } from '../../schemas/reply-fields.schema.ts';
import { DELIVERY_STATES, PAUSES, WEBHOOK_EVENTS } from './webhooks.schema.ts';

export const Webhook = z
  .strictObject({
    id,
    name: z.string(),
    url: z.string(),
    events: z.array(z.enum(WEBHOOK_EVENTS)),
    isActive: z.boolean(),
    pausedAt: moment.nullable(),
    pausedFor: z.enum(PAUSES).nullable(),
    failingSince: moment.nullable(),
    pausedUntil: moment.nullable(),
    waiting: z.number().int(),
    lastDeliveredAt: moment.nullable(),
    ...stamps,
  })
  .meta({ id: 'Webhook' });
export type WebhookView = z.infer<typeof Webhook>;

export const WebhookPage = pageOf('webhooks', Webhook);
export type WebhookPage = z.infer<typeof WebhookPage>;

/** `whsec_` and 32 bytes in base64; never readable again. */
export const WebhookSecret = z.strictObject({ secret: z.string() }).meta({ id: 'WebhookSecret' });
export const NewWebhook = Webhook.extend({ secret: z.string() }).meta({ id: 'NewWebhook' });
export type NewWebhookView = z.infer<typeof NewWebhook>;

const WebhookDelivery = z
  .strictObject({
    id,
    uuid: z.string(),
    webhookId: id,
    event: z.string(),
    state: z.enum(DELIVERY_STATES),
    attempts: z.number().int(),
    status: z.number().int().nullable(),
    /** A key under `webhooks:error.*`; '' without one. */
    error: z.string(),
    triedAt: moment.nullable(),
    deliveredAt: moment.nullable(),
    createdAt: moment,
  })
  .meta({ id: 'WebhookDelivery' });
export type WebhookDeliveryView = z.infer<typeof WebhookDelivery>;

export const WebhookDeliveryDetail = WebhookDelivery.extend({
  body: z.string(),
  answer: z.string(),
}).meta({ id: 'WebhookDeliveryDetail' });
export type WebhookDeliveryDetail = z.infer<typeof WebhookDeliveryDetail>;

export const WebhookDeliveryPage = pageOf('deliveries', WebhookDelivery);
export type WebhookDeliveryPage = z.infer<typeof WebhookDeliveryPage>;

export const Replayed = z.strictObject({ replayed: z.number().int() }).meta({ id: 'Replayed' });
