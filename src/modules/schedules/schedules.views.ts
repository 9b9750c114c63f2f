import { z } from 'zod';
import { address, id, moment, pageOf, stamps } from '../../schemas/reply-fields.schema.ts';
import { REPEATS, SCHEDULE_STATUSES } from './schedules.schema.ts';

const named = z.strictObject({ id, name: z.string() });

export const Schedule = z
  .strictObject({
    id,
    body: z.string(),
    sendAt: moment,
    sentAt: moment.nullable(),
    status: z.enum(SCHEDULE_STATUSES),
    error: z.string().nullable(),
    contactId: id,
    contact: named,
    ticketId: id.nullable(),
    userId: id.nullable(),
    user: named.nullable(),
    companyId: id,
    whatsappId: id.nullable(),
    repeats: z.enum(REPEATS),
    opensTicket: z.boolean(),
    mediaPath: address,
    mediaName: z.string().nullable(),
    ...stamps,
  })
  .meta({ id: 'Schedule' });
export type ScheduleView = z.infer<typeof Schedule>;

export const SchedulePage = pageOf('schedules', Schedule);
export type SchedulePage = z.infer<typeof SchedulePage>;

export const CalendarEntry = z
  .strictObject({
    id,
    sendAt: moment,
    status: z.enum(SCHEDULE_STATUSES),
    error: z.string().nullable(),
    contact: z.string(),
    body: z.string(),
    isMovable: z.boolean(),
  })
  .meta({ id: 'CalendarEntry' });
export type CalendarEntry = z.infer<typeof CalendarEntry>;

export const CalendarPage = z.strictObject({ entries: z.array(CalendarEntry), hasMore: z.boolean() });
export type CalendarPage = z.infer<typeof CalendarPage>;
