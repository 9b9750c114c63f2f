import { index, integer, primaryKey, text } from 'drizzle-orm/sqlite-core';
import {
  localTable,
  mayNameMedia,
  media,
  personal,
  secret,
  table,
} from '../../../src/core/db/annotations.ts';
import { emptyText, flag, id, moment, timestamps } from '../../../src/core/db/columns.ts';
import { users } from './people.ts';

export const quickMessages = table(
  'quick_messages',
  {
    id: id(),
    shortcode: personal(text('shortcode').notNull()),
    message: personal(emptyText('message')),
    /** `geral` in the contract; otherwise only the owner's. */
    isGeneral: flag('is_general').notNull().default(false),
    status: flag('status').notNull().default(true),
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    mediaPath: media(text('media_path')),
    mediaName: personal(text('media_name')),
    mediaMime: text('media_mime'),
    ...timestamps(),
  },
  (t) => [index('quick_messages_owner').on(t.userId, t.shortcode)],
);

export const userPreferences = table(
  'user_preferences',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    value: personal(text('value').notNull()),
    ...timestamps(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] })],
);

export const pushSubscriptions = localTable(
  'push_subscriptions',
  {
    id: id(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    endpoint: text('endpoint').notNull().unique(),
    p256dh: secret(text('p256dh').notNull()),
    auth: secret(text('auth').notNull()),
    session: text('session').notNull(),
    locale: text('locale', { enum: ['pt', 'en', 'es'] })
      .notNull()
      .default('pt'),
    ...timestamps(),
  },
  (t) => [index('push_subscriptions_user').on(t.userId)],
);

export const undos = localTable('undos', {
  token: secret(text('token').primaryKey()),
  userId: integer('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  kind: text('kind').notNull(),
  data: mayNameMedia(text('data', { mode: 'json' }).$type<unknown>().notNull()),
  expiresAt: moment('expires_at').notNull(),
});
