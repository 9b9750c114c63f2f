import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { flag, id, moment, timestamps, words } from '../../../src/kernel/db/columns.ts';
import { users } from './people.ts';

export const quickMessages = sqliteTable(
  'quick_messages',
  {
    id: id(),
    /** What is typed after the slash. */
    shortcode: text('shortcode').notNull(),
    message: words('message'),
    /** For everybody (`geral` in the contract), else its owner's alone. */
    isGeneral: flag('is_general').notNull().default(false),
    status: flag('status').notNull().default(true),
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    mediaPath: text('media_path'),
    mediaName: text('media_name'),
    mediaMime: text('media_mime'),
    ...timestamps(),
  },
  (t) => [index('quick_messages_owner').on(t.userId, t.shortcode)],
);

/** How a person wants his desk: notification switches, filters. */
export const userPreferences = sqliteTable(
  'user_preferences',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    value: text('value').notNull(),
    ...timestamps(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] })],
);

/** A browser that asked to be told although no page is open. */
export const pushSubscriptions = sqliteTable(
  'push_subscriptions',
  {
    id: id(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    endpoint: text('endpoint').notNull().unique(),
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    /** The browser's session: it ends with it. */
    session: text('session').notNull(),
    /** The language its notifications are written in. */
    locale: text('locale', { enum: ['pt', 'en', 'es'] })
      .notNull()
      .default('pt'),
    ...timestamps(),
  },
  (t) => [index('push_subscriptions_user').on(t.userId)],
);

/** What takes a bulk action or a merge back, once, for a few minutes. */
export const undos = sqliteTable('undos', {
  token: text('token').primaryKey(),
  userId: integer('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  kind: text('kind').notNull(),
  data: text('data', { mode: 'json' }).$type<unknown>().notNull(),
  expiresAt: moment('expires_at').notNull(),
});
