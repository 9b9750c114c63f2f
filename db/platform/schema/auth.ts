import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { localTable, secret, table } from '../../../src/core/db/annotations.ts';
import { emptyText, id, moment } from '../../../src/core/db/columns.ts';
import { SESSION_KINDS } from '../../../src/modules/auth/sessions/session-kinds.schema.ts';
import { companies, owningCompany } from './platform.ts';

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

export const sessions = localTable(
  'sessions',
  {
    /** SHA-256 of the cookie's value, hex, so that a copy of this table cannot be used to sign in. */
    idHash: secret(text('id_hash').primaryKey()),
    companyId: owningCompany(),
    userId: integer('user_id').notNull(),
    createdAt: moment('created_at').notNull(),
    seenAt: moment('seen_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    kind: text('kind', { enum: SESSION_KINDS }).notNull().default('desktop'),
    /** Rises with every refresh in the JSON contract; only the refresh token with this number is accepted. */
    turn: integer('turn').notNull().default(0),
    refreshedAt: moment('refreshed_at'),
    /** Set while a super administrator views the company read-only: their own company and id there. */
    visitorCompanyId: integer('visitor_company_id').references(() => companies.id, { onDelete: 'cascade' }),
    visitorId: integer('visitor_id'),
    /** When the person last proved their identity; some actions require a recent proof. */
    provenAt: moment('proven_at'),
    deviceId: integer('device_id').references(() => devices.id, { onDelete: 'set null' }),
    address: emptyText('address'),
  },
  (t) => [
    index('sessions_person').on(t.companyId, t.userId),
    index('sessions_expiry').on(t.expiresAt),
    index('sessions_visitors').on(t.visitorCompanyId).where(sql`visitor_company_id is not null`),
    index('sessions_device').on(t.deviceId).where(sql`device_id is not null`),
  ],
);
