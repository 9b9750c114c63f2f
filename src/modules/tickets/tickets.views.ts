import { z } from 'zod';
import { address, id, moment, pageOf, stamps } from '../../fields.schema.ts';
import { ExtraInfo } from '../contacts/contacts.views.ts';
import { TICKET_EVENT_TYPES, TICKET_STATUSES } from './tickets.schema.ts';

export const QueueBrief = z.strictObject({ id, name: z.string(), color: z.string() });
export type TicketTag = z.infer<typeof QueueBrief>;

export const TicketContact = z.strictObject({
  id,
  name: z.string(),
  number: z.string(),
  email: z.string(),
  profilePicUrl: address,
});

/** A ticket as lists and live updates show it: the contract's TicketListItem and what our list adds. */
export const Ticket = z
  .strictObject({
    id,
    uuid: z.uuid(),
    status: z.enum(TICKET_STATUSES),
    unreadMessages: z.number().int(),
    lastMessage: z.string(),
    /** Kind and ticks of the newest message; null before the first. */
    lastMessageType: z.string().nullable(),
    lastMessageAck: z.number().int().nullable(),
    fromMe: z.boolean(),
    isGroup: z.boolean(),
    userId: id.nullable(),
    contactId: id,
    whatsappId: id.nullable(),
    queueId: id.nullable(),
    chatbot: z.boolean(),
    queueOptionId: id.nullable(),
    companyId: id,
    useIntegration: z.boolean(),
    integrationId: id.nullable(),
    typebotSessionId: z.string().nullable(),
    typebotStatus: z.boolean(),
    promptId: id.nullable(),
    amountUsedBotQueues: z.number().int(),
    /** Out of the lists until then. */
    snoozedUntil: moment.nullable(),
    /** Since when the customer waits for a person; of what waits never null. */
    waitingSince: moment.nullable(),
    /** What a customer may quote: the day of the attendance and its number; '' before the first. */
    protocol: z.string(),
    ...stamps,
    contact: TicketContact,
    queue: QueueBrief.nullable(),
    user: z.strictObject({ id, name: z.string() }).nullable(),
    whatsapp: z.strictObject({ name: z.string() }).nullable(),
    tags: z.array(QueueBrief),
    /** In search results: the newest message that was found, also as existing clients know it. */
    foundMessage: z
      .strictObject({ id: z.string(), body: z.string(), createdAt: moment })
      .nullable()
      .optional(),
    messages: z.array(z.strictObject({ id: z.string(), body: z.string() })).optional(),
  })
  .meta({ id: 'Ticket' });
export type TicketView = z.infer<typeof Ticket>;

export const TicketPage = pageOf('tickets', Ticket);
export type TicketPage = z.infer<typeof TicketPage>;

/** One ticket whole: with the contact's extra fields. */
export const TicketDetail = Ticket.extend({
  contact: TicketContact.extend({ extraInfo: z.array(ExtraInfo) }),
}).meta({ id: 'TicketDetail' });
export type TicketDetail = z.infer<typeof TicketDetail>;

/** How many tickets the reader may see in each tab. */
export const TicketCounts = z.strictObject({
  open: z.number().int(),
  pending: z.number().int(),
  snoozed: z.number().int(),
  team: z.number().int(),
});
export type TicketCounts = z.infer<typeof TicketCounts>;

/** `undo` takes it back within five minutes; null when nothing was done. */
export const BulkResult = z
  .strictObject({
    done: z.number().int(),
    skipped: z.array(z.strictObject({ id, error: z.string() })),
    undo: z.string().nullable(),
  })
  .meta({ id: 'BulkResult' });
export type BulkResult = z.infer<typeof BulkResult>;

export const TicketEvent = z
  .strictObject({
    id,
    ticketId: id,
    type: z.enum(TICKET_EVENT_TYPES),
    /** Who did it; null for the desk itself. */
    user: z.strictObject({ id, name: z.string() }).nullable(),
    /** transferred: fromQueue, toQueue, toUser, toConnection; accepted: name; rated: rate; snoozed: until (ISO). */
    data: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
    createdAt: moment,
  })
  .meta({ id: 'TicketEvent' });
export type TicketEventView = z.infer<typeof TicketEvent>;

export const AuditEntry = TicketEvent.extend({
  ticket: z.strictObject({ id, uuid: z.uuid() }),
  contact: z.strictObject({ name: z.string() }),
}).meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AuditPage = pageOf('events', AuditEntry);
export type AuditPage = z.infer<typeof AuditPage>;

export const Note = z
  .strictObject({
    id,
    note: z.string(),
    userId: id.nullable(),
    contactId: id,
    ticketId: id.nullable(),
    ...stamps,
    user: z.strictObject({ id, name: z.string(), email: z.string() }).nullable(),
    contact: z.strictObject({ id, name: z.string() }),
    ticket: z.strictObject({ id, status: z.enum(TICKET_STATUSES), createdAt: moment }).nullable(),
  })
  .meta({ id: 'Note' });
export type NoteView = z.infer<typeof Note>;
