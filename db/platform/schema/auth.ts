import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { id, moment, words } from '../../../src/kernel/db/columns.ts';
import { companies } from './platform.ts';

/** A browser in which a person has signed in, told by a cookie of its own. */
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
    /** As the browser names itself: "Firefox", "Windows"; '' when it is none that we know. */
    browser: words('browser'),
    system: words('system'),
    address: words('address'),
    createdAt: moment('created_at').notNull(),
    seenAt: moment('seen_at').notNull(),
  },
  (t) => [uniqueIndex('devices_hash').on(t.companyId, t.userId, t.hash), index('devices_seen').on(t.seenAt)],
);

/** Whoever wants no mail about sign-ins from new devices. */
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
