import { z } from 'zod';
import { id, moment } from '../../schemas/reply-fields.schema.ts';
import { TICKET_STATUSES } from '../tickets/tickets.schema.ts';

/** `data` sent to receivers, documented in docs/webhooks.md. Keys may be added, never removed or changed. */
const named = z.strictObject({ id, name: z.string() });
const person = named.extend({ number: z.string(), isGroup: z.boolean() });

const MESSAGE_STATES = ['waiting', 'sent', 'delivered', 'read', 'failed'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

export const MessageBody = z.strictObject({
  id,
  ticketId: id,
  ticketUuid: z.uuid(),
  contact: person,
  /** Group messages only; null elsewhere and for our own. */
  author: z.strictObject({ id, name: z.string(), number: z.string() }).nullable(),
  connection: named.nullable(),
  queue: named.nullable(),
  user: named.nullable(),
  fromMe: z.boolean(),
  origin: z.enum(['customer', 'agent', 'phone', 'system']),
  type: z.string(),
  text: z.string(),
  media: z
    .strictObject({
      name: z.string().nullable(),
      mime: z.string().nullable(),
      size: z.number().int().nullable(),
      seconds: z.number().int().nullable(),
    })
    .nullable(),
  quotedMessageId: id.nullable(),
  status: z.enum(MESSAGE_STATES),
  createdAt: moment,
});
export type MessageBody = z.infer<typeof MessageBody>;

export const MessageStatusBody = z.strictObject({
  id,
  ticketId: id,
  status: z.enum(MESSAGE_STATES),
  error: z.string().nullable(),
});
export type MessageStatusBody = z.infer<typeof MessageStatusBody>;

export const TicketBody = z.strictObject({
  id,
  uuid: z.uuid(),
  status: z.enum(TICKET_STATUSES),
  protocol: z.string(),
  contact: person,
  connection: named.nullable(),
  queue: named.nullable(),
  user: named.nullable(),
  tags: z.array(named),
  source: z.string(),
  createdAt: moment,
  updatedAt: moment,
});
export type TicketBody = z.infer<typeof TicketBody>;

export const ContactBody = z.strictObject({
  id,
  name: z.string(),
  number: z.string(),
  email: z.string(),
  isGroup: z.boolean(),
  isBlocked: z.boolean(),
  fields: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  createdAt: moment,
  updatedAt: moment,
});
export type ContactBody = z.infer<typeof ContactBody>;

export const ConnectionBody = z.strictObject({
  id,
  name: z.string(),
  status: z.string(),
  number: z.string().nullable(),
  trouble: z.string().nullable(),
});
export type ConnectionBody = z.infer<typeof ConnectionBody>;

export const CampaignBody = z.strictObject({
  id,
  name: z.string(),
  status: z.enum(['running', 'finished', 'stopped']),
  /** Why the app stopped it; null when a user did. */
  reason: z.string().nullable(),
  startedAt: moment.nullable(),
  finishedAt: moment.nullable(),
});
export type CampaignBody = z.infer<typeof CampaignBody>;

export const PaymentBody = z.strictObject({
  invoiceId: id,
  detail: z.string(),
  value: z.number(),
  currency: z.literal('BRL'),
  dueAt: moment,
  paidAt: moment.nullable(),
});
export type PaymentBody = z.infer<typeof PaymentBody>;
