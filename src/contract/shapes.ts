import { z } from 'zod';
import { CONNECTION_STATUSES } from '../modules/connections/connections.schema.ts';
import { ExtraInfo } from '../modules/contacts/contacts.views.ts';
import { MEDIA_TYPES } from '../modules/messages/messages.schema.ts';
import { Queue } from '../modules/queues/queues.views.ts';
import { TICKET_EVENT_TYPES, TICKET_STATUSES } from '../modules/tickets/tickets.schema.ts';
import { QueueBrief, Ticket, TicketContact } from '../modules/tickets/tickets.views.ts';
import { address, id, moment, stamps } from './fields.ts';

export { pageOf, Refusal, Said } from '../fields.schema.ts';
export { Ticket } from '../modules/tickets/tickets.views.ts';

/** What leaves the server over the JSON contract, key by key: the API document and its test read the same. */

export const TicketDetail = Ticket.extend({
  contact: TicketContact.extend({ extraInfo: z.array(ExtraInfo) }),
});

export const TicketEvent = z.strictObject({
  id,
  ticketId: id,
  type: z.enum(TICKET_EVENT_TYPES),
  user: z.strictObject({ id, name: z.string() }).nullable(),
  data: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  createdAt: moment,
});

export const AuditEntry = TicketEvent.extend({
  ticket: z.strictObject({ id, uuid: z.uuid() }),
  contact: z.strictObject({ name: z.string() }),
});

export const BulkResult = z.strictObject({
  done: z.number().int(),
  skipped: z.array(z.strictObject({ id, error: z.string() })),
  undo: z.string().nullable(),
});

export const Note = z.strictObject({
  id,
  note: z.string(),
  userId: id.nullable(),
  contactId: id,
  ticketId: id.nullable(),
  ...stamps,
  user: z.strictObject({ id, name: z.string(), email: z.string() }).nullable(),
  contact: z.strictObject({ id, name: z.string() }),
  ticket: z.strictObject({ id, status: z.enum(TICKET_STATUSES), createdAt: moment }).nullable(),
});

const Quoted = z.strictObject({
  id: z.string(),
  fromMe: z.boolean(),
  body: z.string(),
  mediaType: z.string(),
  isSticker: z.boolean(),
  mediaUrl: address,
  isDeleted: z.boolean(),
  contact: z.strictObject({ id, name: z.string() }).nullable(),
});

export const Message = z.strictObject({
  id: z.string().regex(/^\d+$/),
  ticketId: id,
  contactId: id.nullable(),
  companyId: id,
  queueId: id.nullable(),
  body: z.string(),
  fromMe: z.boolean(),
  read: z.boolean(),
  ack: z.number().int().min(0).max(5),
  mediaType: z.enum(MEDIA_TYPES),
  mediaUrl: address,
  isDeleted: z.boolean(),
  isEdited: z.boolean(),
  isForwarded: z.boolean(),
  isSticker: z.boolean(),
  quotedMsgId: z.string().nullable(),
  quotedMsg: Quoted.nullable(),
  contact: z.strictObject({ id, name: z.string(), number: z.string(), profilePicUrl: address }).nullable(),
  queue: QueueBrief.nullable(),
  remoteJid: z.string(),
  participant: z.string().nullable(),
  dataJson: z.null(),
  reactions: z.array(z.strictObject({ emoji: z.string(), fromMe: z.boolean() })),
  origin: z.enum(['customer', 'agent', 'phone', 'system']),
  user: z.strictObject({ id, name: z.string() }).nullable(),
  error: z.string().nullable(),
  clientId: z.string().nullable(),
  mediaState: z.enum(['none', 'pending', 'ready', 'failed']),
  mediaName: z.string().nullable(),
  mediaMime: z.string().nullable(),
  mediaSize: z.number().int().nullable(),
  mediaSeconds: z.number().int().nullable(),
  linkPreview: z
    .strictObject({
      url: z.url(),
      title: z.string(),
      description: z.string(),
      siteName: z.string(),
      imageUrl: address,
    })
    .nullable(),
  sentAt: moment.nullable(),
  deliveredAt: moment.nullable(),
  readAt: moment.nullable(),
  ...stamps,
});

export const Connection = z.strictObject({
  id,
  name: z.string(),
  session: z.literal(''),
  qrcode: z.string(),
  pairingCode: z.string(),
  status: z.enum(CONNECTION_STATUSES),
  battery: z.literal(''),
  plugged: z.literal(false),
  retries: z.number().int(),
  trouble: z.string().nullable(),
  number: z.string().nullable(),
  greetingMessage: z.string(),
  farewellMessage: z.literal(''),
  complationMessage: z.string(),
  outOfHoursMessage: z.string(),
  ratingMessage: z.string(),
  provider: z.string(),
  isDefault: z.boolean(),
  companyId: id,
  token: z.string(),
  transferQueueId: id.nullable(),
  timeToTransfer: z.number().int().nullable(),
  promptId: id.nullable(),
  integrationId: id.nullable(),
  maxUseBotQueues: z.number().int(),
  timeUseBotQueues: z.number().int(),
  expiresTicket: z.number().int(),
  expiresInactiveMessage: z.string(),
  ...stamps,
  queues: z.array(
    Queue.pick({
      id: true,
      name: true,
      color: true,
      greetingMessage: true,
      orderQueue: true,
      integrationId: true,
      promptId: true,
      mediaPath: true,
      mediaName: true,
    }).extend({ WhatsappQueue: z.strictObject({ whatsappId: id, queueId: id }) }),
  ),
});
