import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { emptyText, id, moment } from '../../../src/core/db/columns.ts';
import { companies } from './platform.ts';

/** A browser in which a person has signed in, identified by its own cookie. */
export const devices = sqliteTable(
  'devices',
  {
    id: id(),
    companyId: integer('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    userId: integer('user_id').notNull(),
    /** SHA-256 of the cookie's value. */
    hash: text('hash').notNull(),
    /** As in the user agent ("Firefox", "Windows"); '' when unknown. */
    browser: emptyText('browser'),
    system: emptyText('system'),
    address: emptyText('address'),
    createdAt: moment('created_at').notNull(),
    seenAt: moment('seen_at').notNull(),
  },
  (t) => [uniqueIndex('devices_hash').on(t.companyId, t.userId, t.hash), index('devices_seen').on(t.seenAt)],
);

/** People who want no mail about sign-ins from new devices. */
export const mutedAlerts = sqliteTable(
  'muted_alerts',
  {
    companyId: integer('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    userId: integer('user_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.userId] })],
);
