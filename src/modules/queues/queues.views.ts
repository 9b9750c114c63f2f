import { z } from 'zod';
import { id, ServiceHours, stamps } from '../../fields.schema.ts';

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
    mediaPath: z.string(),
    mediaName: z.string(),
    ...stamps,
  })
  .meta({ id: 'Queue' });
export type QueueView = z.infer<typeof Queue>;
