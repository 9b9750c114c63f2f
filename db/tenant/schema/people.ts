import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { flag, id, moment, timestamps, words } from '../../../src/kernel/db/columns.ts';
import { connections } from './connections.ts';

export const settings = sqliteTable('settings', {
  id: id(),
  key: text('key').notNull().unique(),
  value: text('value').notNull(),
  ...timestamps(),
});

export type ServiceHours = { weekday: string; weekdayEn: string; startTime: string; endTime: string };

export const queues = sqliteTable('queues', {
  id: id(),
  name: text('name').notNull().unique(),
  color: text('color').notNull().unique(),
  greetingMessage: words('greeting_message'),
  outOfHoursMessage: words('out_of_hours_message'),
  schedules: text('schedules', { mode: 'json' }).$type<ServiceHours[]>().notNull().default([]),
  orderQueue: integer('order_queue'),
  integrationId: integer('integration_id'),
  promptId: integer('prompt_id'),
  mediaPath: words('media_path'),
  mediaName: words('media_name'),
  ...timestamps(),
});

export const users = sqliteTable('users', {
  id: id(),
  name: text('name').notNull(),
  /** Lower case; unique on the whole platform through its `logins` row. */
  email: text('email').notNull().unique(),
  passwordHash: text('password_hash').notNull(),
  profile: text('profile', { enum: ['admin', 'supervisor', 'user'] }).notNull(),
  super: flag('super').notNull().default(false),
  /** May see tickets that are in no queue. */
  allTicket: flag('all_ticket').notNull().default(false),
  connectionId: integer('connection_id').references(() => connections.id, { onDelete: 'set null' }),
  tokenVersion: integer('token_version').notNull().default(0),
  online: flag('online').notNull().default(false),
  seenAt: moment('seen_at'),
  ...timestamps(),
});

export const userQueues = sqliteTable(
  'user_queues',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    queueId: integer('queue_id')
      .notNull()
      .references(() => queues.id, { onDelete: 'cascade' }),
    ...timestamps(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.queueId] }), index('user_queues_queue').on(t.queueId)],
);
