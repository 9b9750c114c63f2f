import { z } from 'zod';
import { yesOrNo } from '../../schemas/form.schema.ts';
import { listFilter } from '../../schemas/list-filter.schema.ts';

export const WEBHOOK_EVENTS = [
  'message.received',
  'message.sent',
  'message.status',
  'ticket.created',
  'ticket.updated',
  'ticket.closed',
  'contact.created',
  'contact.updated',
  'connection.updated',
  'campaign.started',
  'campaign.finished',
  'campaign.stopped',
  'payment.received',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;
export const PAUSES = ['failing', 'gone'] as const;

export const MAX_WEBHOOKS = 20;
export const DELIVERIES_PER_PAGE = 20;
export const MAX_WEBHOOK_NAME = 60;
export const MAX_WEBHOOK_URL = 2000;

const url = z
  .string('webhooks:errors.url')
  .trim()
  .max(MAX_WEBHOOK_URL, 'webhooks:errors.url')
  .refine(isCallable, 'webhooks:errors.url');

const events = z.preprocess(
  (value) => (typeof value === 'string' ? [value] : (value ?? [])),
  z
    .array(z.enum(WEBHOOK_EVENTS, 'validation:invalid'))
    .min(1, 'webhooks:errors.events')
    .transform((chosen) => WEBHOOK_EVENTS.filter((event) => chosen.includes(event))),
);

export const WebhookInput = z.object({
  name: z
    .string('validation:required')
    .trim()
    .min(1, 'validation:required')
    .max(MAX_WEBHOOK_NAME, 'validation:tooLong'),
  url,
  events,
});
export type WebhookInput = z.infer<typeof WebhookInput>;

export const WebhookFilter = z.object(listFilter);
export type WebhookFilter = z.infer<typeof WebhookFilter>;

const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

export const DeliveryFilter = z.object({
  ...listFilter,
  state: optional(z.enum(DELIVERY_STATES, 'validation:invalid')),
  event: optional(z.enum(WEBHOOK_EVENTS, 'validation:invalid')),
});
export type DeliveryFilter = z.infer<typeof DeliveryFilter>;

/** `datetime-local` sends no zone; API calls name one. */
const moment = z.iso.datetime({ local: true, offset: true, error: 'validation:invalid' });

export const ReplayRange = z.object({
  from: moment,
  to: moment,
  which: z.enum(['failed', 'all'], 'validation:invalid').default('failed'),
});
export type ReplayRange = z.infer<typeof ReplayRange>;

export const WebhookActive = z.object({ isActive: yesOrNo.pipe(z.boolean('validation:required')) });

function isCallable(address: string): boolean {
  const parsed = URL.canParse(address) ? new URL(address) : undefined;
  const isWeb = parsed?.protocol === 'https:' || parsed?.protocol === 'http:';
  return isWeb && !parsed.username && !parsed.password;
}
