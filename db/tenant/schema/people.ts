import { type AnySQLiteColumn, index, integer, primaryKey, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { encrypted, media, personal, secret, table } from '../../../src/core/db/annotations.ts';
import { emptyText, flag, id, moment, timestamps } from '../../../src/core/db/columns.ts';
import { ASSIGNMENTS } from '../../../src/modules/queues/queues.schema.ts';
import { connections } from './connections.ts';
import { prompts } from './prompts.ts';
import { queueIntegrations } from './queue-integrations.ts';

export const settings = table('settings', {
  id: id(),
  key: text('key').notNull().unique(),
  value: encrypted(personal(text('value').notNull()), { context: 'setting:{company}:{key}' }),
  ...timestamps(),
});

/** HH:mm; an end before the start is after midnight; '' or equal: closed. 2nd range: the afternoon. */
export type ServiceHours = {
  weekday: string;
  weekdayEn: string;
  startTime: string;
  endTime: string;
  startTimeB?: string;
  endTimeB?: string;
};

export const queues = table('queues', {
  id: id(),
  name: personal(text('name').notNull().unique()),
  color: text('color').notNull().unique(),
  greetingMessage: personal(emptyText('greeting_message')),
  outOfHoursMessage: personal(emptyText('out_of_hours_message')),
  schedules: text('schedules', { mode: 'json' }).$type<ServiceHours[]>().notNull().default([]),
  orderQueue: integer('order_queue'),
  integrationId: integer('integration_id').references((): AnySQLiteColumn => queueIntegrations.id, {
    onDelete: 'set null',
  }),
  promptId: integer('prompt_id').references((): AnySQLiteColumn => prompts.id, { onDelete: 'set null' }),
  /** Customers who enter their CPF or CNPJ in this queue get their open invoices from the provider's system. */
  sendsInvoices: flag('sends_invoices').notNull().default(false),
  mediaPath: media(emptyText('media_path')),
  mediaName: personal(emptyText('media_name')),
  mediaMime: emptyText('media_mime'),
  assignment: text('assignment', { enum: ASSIGNMENTS }).notNull().default('off'),
  /** Maximum of open tickets per person for automatic assignment; 0 for no limit. */
  assignmentLimit: integer('assignment_limit').notNull().default(0),
  isSticky: flag('is_sticky').notNull().default(false),
  ...timestamps(),
});

export const queueOptions = table(
  'queue_options',
  {
    id: id(),
    queueId: integer('queue_id')
      .notNull()
      .references(() => queues.id, { onDelete: 'cascade' }),
    parentId: integer('parent_id').references((): AnySQLiteColumn => queueOptions.id, {
      onDelete: 'cascade',
    }),
    /** The customer's input for this option; numbers sort as numbers. */
    option: text('option').notNull(),
    title: personal(text('title').notNull()),
    message: personal(emptyText('message')),
    mediaPath: media(emptyText('media_path')),
    mediaName: personal(emptyText('media_name')),
    mediaMime: emptyText('media_mime'),
    ...timestamps(),
  },
  (t) => [
    index('queue_options_level').on(t.queueId, t.parentId),
    index('queue_options_parent').on(t.parentId),
  ],
);

export const holidays = table(
  'holidays',
  {
    id: id(),
    name: personal(text('name').notNull()),
    /** YYYY-MM-DD; for a yearly one only month and day count. */
    day: text('day').notNull(),
    isYearly: flag('is_yearly').notNull().default(false),
    ...timestamps(),
  },
  (t) => [uniqueIndex('holidays_day').on(t.day)],
);

/** Used by older versions; the next start moves these rows into the audit. */
export const settingChanges = table(
  'setting_changes',
  {
    id: id(),
    key: text('key').notNull(),
    before: personal(emptyText('before')),
    after: personal(emptyText('after')),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    userName: emptyText('user_name'),
    createdAt: timestamps().createdAt,
  },
  (t) => [index('setting_changes_by_key').on(t.key, t.id)],
);

export const users = table('users', {
  id: id(),
  name: text('name').notNull(),
  /** Lower case; unique on the whole platform through its `logins` row. */
  email: text('email').notNull().unique(),
  passwordHash: secret(text('password_hash').notNull()),
  profile: text('profile', { enum: ['admin', 'supervisor', 'user'] }).notNull(),
  super: flag('super').notNull().default(false),
  allTicket: flag('all_ticket').notNull().default(false),
  connectionId: integer('connection_id').references(() => connections.id, { onDelete: 'set null' }),
  tokenVersion: integer('token_version').notNull().default(0),
  online: flag('online').notNull().default(false),
  seenAt: moment('seen_at'),
  /** Null means the browser's language. */
  language: text('language', { enum: ['pt', 'en', 'es'] }),
  picturePath: media(emptyText('picture_path')),
  disabledAt: moment('disabled_at'),
  ...timestamps(),
});

export const userQueues = table(
  'user_queues',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    queueId: integer('queue_id')
      .notNull()
      .references(() => queues.id, { onDelete: 'cascade' }),
    /** When they last got a ticket of this queue by assignment; the oldest is next. */
    assignedAt: moment('assigned_at'),
    ...timestamps(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.queueId] }), index('user_queues_queue').on(t.queueId)],
);
