import { index, integer, primaryKey, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { secret, table } from '../../../src/core/db/annotations.ts';
import { emptyText, id, moment } from '../../../src/core/db/columns.ts';
import { owningCompany } from './platform.ts';

/** A browser in which a person has signed in, identified by its own cookie. */
export const devices = table(
  'devices',
  {
    id: id(),
    companyId: owningCompany(),
    userId: integer('user_id').notNull(),
    /** SHA-256 of the cookie's value. */
    hash: secret(text('hash').notNull()),
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
export const mutedAlerts = table(
  'muted_alerts',
  {
    companyId: owningCompany(),
    userId: integer('user_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.userId] })],
);
