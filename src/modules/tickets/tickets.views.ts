import { z } from 'zod';
import { id, moment, stamps } from '../../fields.schema.ts';
import { Contact } from '../contacts/contacts.views.ts';
import { TICKET_STATUSES } from './tickets.schema.ts';

export const QueueBrief = z.strictObject({ id, name: z.string(), color: z.string() });

export const TicketContact = Contact.pick({
  id: true,
  name: true,
  number: true,
  email: true,
  profilePicUrl: true,
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
    snoozedUntil: moment.nullable(),
    waitingSince: moment.nullable(),
    protocol: z.string(),
    ...stamps,
    contact: TicketContact,
    queue: QueueBrief.nullable(),
    user: z.strictObject({ id, name: z.string() }).nullable(),
    whatsapp: z.strictObject({ name: z.string() }).nullable(),
    tags: z.array(QueueBrief),
    foundMessage: z
      .strictObject({ id: z.string(), body: z.string(), createdAt: moment })
      .nullable()
      .optional(),
    messages: z.array(z.strictObject({ id: z.string(), body: z.string() })).optional(),
  })
  .meta({ id: 'Ticket' });
