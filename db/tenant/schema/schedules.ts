import { sql } from 'drizzle-orm';
import { index, integer, text } from 'drizzle-orm/sqlite-core';
import { media, personal, table } from '../../../src/core/db/annotations.ts';
import { flag, id, moment, timestamps } from '../../../src/core/db/columns.ts';
import { REPEATS, SCHEDULE_STATUSES } from '../../../src/modules/schedules/schedules.schema.ts';
import { connections } from './connections.ts';
import { contacts } from './contacts.ts';
import { messages } from './messages.ts';
import { users } from './people.ts';

export const schedules = table(
  'schedules',
  {
    id: id(),
    body: personal(text('body').notNull()),
    sendAt: moment('send_at').notNull(),
    sentAt: moment('sent_at'),
    status: text('status', { enum: SCHEDULE_STATUSES }).notNull().default('PENDENTE'),
    error: personal(text('error')),
    contactId: integer('contact_id')
      .notNull()
      .references(() => contacts.id, { onDelete: 'cascade' }),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** Null for the company's default connection at that time. */
    connectionId: integer('connection_id').references(() => connections.id, { onDelete: 'set null' }),
    repeats: text('repeats', { enum: REPEATS }).notNull().default('never'),
    /** Start of a series of repetitions, which keep its day of the month. */
    firstAt: moment('first_at'),
    /** The customer's answer opens the ticket for the schedule's author. */
    opensTicket: flag('opens_ticket').notNull().default(false),
    answeredAt: moment('answered_at'),
    messageId: integer('message_id').references(() => messages.id, { onDelete: 'set null' }),
    mediaPath: media(text('media_path')),
    mediaName: personal(text('media_name')),
    mediaMime: text('media_mime'),
    ...timestamps(),
  },
  (t) => [
    index('schedules_due').on(t.sendAt).where(sql`status = 'PENDENTE'`),
    index('schedules_handed').on(t.sendAt).where(sql`status = 'AGENDADA'`),
    index('schedules_calendar').on(t.sendAt, t.id),
    index('schedules_contact').on(t.contactId, t.sendAt),
    index('schedules_person').on(t.userId, t.sendAt),
    index('schedules_message').on(t.messageId).where(sql`message_id is not null`),
    index('schedules_media').on(t.mediaPath).where(sql`media_path is not null`),
  ],
);
