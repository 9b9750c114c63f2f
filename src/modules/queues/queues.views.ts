import { z } from 'zod';
import { address, id, pageOf, ServiceHours, stamps } from '../../schemas/reply-fields.schema.ts';
import { Assignment } from './queues.schema.ts';

export const Queue = z
  .strictObject({
    id,
    name: z.string(),
    color: z.string(),
    greetingMessage: z.string(),
    outOfHoursMessage: z.string(),
    schedules: z.array(ServiceHours),
    companyId: id,
    orderQueue: z.number().int().nullable(),
    integrationId: id.nullable(),
    promptId: id.nullable(),
    mediaPath: address,
    mediaName: z.string().nullable(),
    assignment: Assignment,
    /** Maximum open tickets per person for automatic assignment; 0 for no limit. */
    assignmentLimit: z.number().int(),
    isSticky: z.boolean(),
    /** Customers who send their CPF or CNPJ here get their open invoices. */
    sendsInvoices: z.boolean(),
    ...stamps,
  })
  .meta({ id: 'Queue' });
export type QueueView = z.infer<typeof Queue>;

export const QueuePage = pageOf('queues', Queue);
export type QueuePage = z.infer<typeof QueuePage>;

export type QueueUse = { tickets: number; connections: number; people: number; options: number };
