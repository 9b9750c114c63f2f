import { z } from 'zod';
import { address, id, moment, pageOf, stamps } from '../../schemas/reply-fields.schema.ts';
import { ContactDetail, ExtraInfo } from '../contacts/contacts.views.ts';
import { Queue } from '../queues/queues.views.ts';
import { TICKET_EVENT_TYPES, TICKET_STATUSES } from './tickets.schema.ts';

const QueueBrief = z.strictObject({ id, name: z.string(), color: z.string() });
export type TicketTag = z.infer<typeof QueueBrief>;

const TicketContact = z.strictObject({
  id,
  name: z.string(),
  number: z.string(),
  email: z.string(),
  profilePicUrl: address,
});

export const Ticket = z
  .strictObject({
    id,
    uuid: z.uuid(),
    status: z.enum(TICKET_STATUSES),
    unreadMessages: z.number().int(),
    lastMessage: z.string(),
    lastMessageType: z.string().nullable(),
    lastMessageAck: z.number().int().nullable(),
    lastMessageFailed: z.boolean(),
    fromMe: z.boolean(),
    isGroup: z.boolean(),
    userId: id.nullable(),
    contactId: id,
    whatsappId: id.nullable(),
    queueId: id.nullable(),
    chatbot: z.boolean(),
    /** A menu, prompt or integration talks to the customer: nobody waits for a person yet. */
    withBot: z.boolean(),
    queueOptionId: id.nullable(),
    companyId: id,
    useIntegration: z.boolean(),
    integrationId: id.nullable(),
    typebotSessionId: z.string().nullable(),
    typebotStatus: z.boolean(),
    promptId: id.nullable(),
    amountUsedBotQueues: z.number().int(),
    snoozedUntil: moment.nullable(),
    waitingSince: moment.nullable(),
    /** Quotable by the customer: day and number of the attendance; '' before the first. */
    protocol: z.string(),
    /** Link or button by which the customer came last; '' without one. */
    source: z.string(),
    ...stamps,
    contact: TicketContact,
    queue: QueueBrief.nullable(),
    user: z.strictObject({ id, name: z.string() }).nullable(),
    whatsapp: z.strictObject({ name: z.string() }).nullable(),
    tags: z.array(QueueBrief),
    foundMessage: z
      .strictObject({ id: z.string(), body: z.string(), createdAt: moment, failed: z.boolean() })
      .nullable()
      .optional(),
    messages: z.array(z.strictObject({ id: z.string(), body: z.string() })).optional(),
  })
  .meta({ id: 'Ticket' });
export type TicketView = z.infer<typeof Ticket>;

export const TicketPage = pageOf('tickets', Ticket);
export type TicketPage = z.infer<typeof TicketPage>;

export const TicketDetail = Ticket.extend({
  contact: TicketContact.extend({ extraInfo: z.array(ExtraInfo) }),
}).meta({ id: 'TicketDetail' });
export type TicketDetail = z.infer<typeof TicketDetail>;

/** The contract's single ticket has a field for its queue's responder, which is empty for now. */
export const TicketById = TicketDetail.extend({
  queue: QueueBrief.extend({ prompt: z.null(), queueIntegrations: z.null() }).nullable(),
}).meta({ id: 'TicketById' });
export type TicketById = z.infer<typeof TicketById>;

export const NewlyOpened = TicketDetail.extend({
  contact: ContactDetail,
  queue: Queue.nullable(),
}).meta({ id: 'NewlyOpened' });
export type NewlyOpened = z.infer<typeof NewlyOpened>;

export const TicketCounts = z.strictObject({
  open: z.number().int(),
  pending: z.number().int(),
  snoozed: z.number().int(),
  team: z.number().int(),
});
export type TicketCounts = z.infer<typeof TicketCounts>;

export const NextTicket = z.strictObject({ ticket: z.strictObject({ id, uuid: z.string() }).nullable() });
export type NextTicket = z.infer<typeof NextTicket>;

const Named = z.strictObject({ id, name: z.string() });

/** Where a ticket may go. `queueId` of a person: the queue in which they would get it. */
export const TicketTargets = z.strictObject({
  whatsappId: id.nullable(),
  contactId: id,
  canMerge: z.boolean(),
  queues: z.array(Named),
  people: z.array(Named.extend({ queueId: id })),
  tags: z.array(Named),
});
export type TicketTargets = z.infer<typeof TicketTargets>;

/** `undo` is a token for five minutes; null when nothing was done. */
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
    user: z.strictObject({ id, name: z.string() }).nullable(),
    /** transferred: fromQueue, toQueue, toUser, toConnection; accepted: name; rated: rate; bot: choice; snoozed: until (ISO). */
    data: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
    createdAt: moment,
  })
  .meta({ id: 'TicketEvent' });
export type TicketEventView = z.infer<typeof TicketEvent>;

export const TicketHistoryEntry = TicketEvent.extend({
  ticket: z.strictObject({ id, uuid: z.uuid() }),
  contact: z.strictObject({ name: z.string() }),
}).meta({ id: 'AuditEntry' });
export type TicketHistoryEntry = z.infer<typeof TicketHistoryEntry>;

export const TicketHistoryPage = pageOf('events', TicketHistoryEntry);
export type TicketHistoryPage = z.infer<typeof TicketHistoryPage>;

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

export const NotePage = pageOf('ticketNotes', Note);
export type NotePage = z.infer<typeof NotePage>;
