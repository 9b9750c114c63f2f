import { z } from 'zod';
import { id, stamps } from '../../schemas/reply-fields.schema.ts';
import { Queue } from '../queues/queues.views.ts';
import { CONNECTION_STATUSES } from './connections.schema.ts';

const ConnectionQueue = Queue.extend({
  WhatsappQueue: z.strictObject({ whatsappId: id, queueId: id }),
  options: z.array(z.never()),
});
export type ConnectionQueueView = z.infer<typeof ConnectionQueue>;

/** `session` stays for existing clients and is always empty: credentials never leave the server. */
export const Connection = z
  .strictObject({
    id,
    name: z.string(),
    session: z.literal(''),
    qrcode: z.string(),
    pairingCode: z.string(),
    status: z.enum(CONNECTION_STATUSES),
    battery: z.literal(''),
    plugged: z.literal(false),
    retries: z.number().int(),
    /** Key under `connections:reason.*`; null when all is well. */
    trouble: z.string().nullable(),
    /** Digits; null before the first pairing. */
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
    prompt: z.null(),
    integrationId: id.nullable(),
    maxUseBotQueues: z.number().int(),
    timeUseBotQueues: z.number().int(),
    expiresTicket: z.number().int(),
    expiresInactiveMessage: z.string(),
    ...stamps,
    queues: z.array(ConnectionQueue),
  })
  .meta({ id: 'Connection' });
export type ConnectionView = z.infer<typeof Connection>;

export const ConnectionHealth = z
  .strictObject({
    id,
    status: z.enum(CONNECTION_STATUSES),
    trouble: z.string().nullable(),
    /** Null when there was none for a week. */
    lastReceivedAt: z.iso.datetime().nullable(),
    lastSentAt: z.iso.datetime().nullable(),
    received: z.number().int(),
    sent: z.number().int(),
    reconnects: z.number().int(),
    waiting: z.number().int(),
    givenUp: z.number().int(),
  })
  .meta({ id: 'ConnectionHealth' });
export type ConnectionHealth = z.infer<typeof ConnectionHealth>;
