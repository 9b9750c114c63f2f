import {
  type AnySQLiteColumn,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import { flag, id, moment, timestamps, words } from '../../../src/kernel/db/columns.ts';
import { ASSIGNMENTS } from '../../../src/modules/queues/queues.schema.ts';
import { connections } from './connections.ts';

export const settings = sqliteTable('settings', {
  id: id(),
  key: text('key').notNull().unique(),
  value: text('value').notNull(),
  ...timestamps(),
});

/** HH:mm; an end before its start is after midnight; '' and equal times are closed. The second range is the afternoon. */
export type ServiceHours = {
  weekday: string;
  weekdayEn: string;
  startTime: string;
  endTime: string;
  startTimeB?: string;
  endTimeB?: string;
};

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
  /** Customers who give their CPF or CNPJ here get their open invoices from the provider's system. */
  sendsInvoices: flag('sends_invoices').notNull().default(false),
  mediaPath: words('media_path'),
  mediaName: words('media_name'),
  mediaMime: words('media_mime'),
  /** Who gets a waiting ticket of this queue by itself. */
  assignment: text('assignment', { enum: ASSIGNMENTS }).notNull().default('off'),
  /** Open tickets that one person gets at most by assignment; 0 for no limit. */
  assignmentLimit: integer('assignment_limit').notNull().default(0),
  /** The person who served the contact last comes first. */
  isSticky: flag('is_sticky').notNull().default(false),
  ...timestamps(),
});

/** A level of the chatbot's menu: those without a parent are the first that a customer of the queue sees. */
export const queueOptions = sqliteTable(
  'queue_options',
  {
    id: id(),
    queueId: integer('queue_id')
      .notNull()
      .references(() => queues.id, { onDelete: 'cascade' }),
    parentId: integer('parent_id').references((): AnySQLiteColumn => queueOptions.id, {
      onDelete: 'cascade',
    }),
    /** What the customer types; numbers sort as numbers. */
    option: text('option').notNull(),
    title: text('title').notNull(),
    message: words('message'),
    mediaPath: words('media_path'),
    mediaName: words('media_name'),
    mediaMime: words('media_mime'),
    ...timestamps(),
  },
  (t) => [
    index('queue_options_level').on(t.queueId, t.parentId),
    index('queue_options_parent').on(t.parentId),
  ],
);

/** Days on which the company is closed, whatever its hours say. */
export const holidays = sqliteTable(
  'holidays',
  {
    id: id(),
    name: text('name').notNull(),
    /** YYYY-MM-DD; of one that comes every year only month and day count. */
    day: text('day').notNull(),
    isYearly: flag('is_yearly').notNull().default(false),
    ...timestamps(),
  },
  (t) => [uniqueIndex('holidays_day').on(t.day)],
);

/** As older versions kept them; the next start moves what stands here into the audit. */
export const settingChanges = sqliteTable(
  'setting_changes',
  {
    id: id(),
    key: text('key').notNull(),
    before: words('before'),
    after: words('after'),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** Of that time: the person may be gone. */
    userName: words('user_name'),
    createdAt: timestamps().createdAt,
  },
  (t) => [index('setting_changes_by_key').on(t.key, t.id)],
);

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
  /** Null until the person chooses one: then the browser's. */
  language: text('language', { enum: ['pt', 'en', 'es'] }),
  picturePath: words('picture_path'),
  /** Signs in no more, and keeps everything that is theirs. */
  disabledAt: moment('disabled_at'),
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
    /** Whose turn it is: who was given a ticket of this queue longest ago. */
    assignedAt: moment('assigned_at'),
    ...timestamps(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.queueId] }), index('user_queues_queue').on(t.queueId)],
);
