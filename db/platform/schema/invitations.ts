import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { moment, now } from '../../../src/core/db/columns.ts';
import { companies } from './platform.ts';

export const invitations = sqliteTable(
  'invitations',
  {
    hash: text('hash').primaryKey(),
    companyId: integer('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    userId: integer('user_id').notNull(),
    expiresAt: moment('expires_at').notNull(),
    createdAt: moment('created_at').notNull().default(now),
  },
  (t) => [index('invitations_person').on(t.companyId, t.userId)],
);

export const emailConfirmations = sqliteTable(
  'email_confirmations',
  {
    hash: text('hash').notNull(),
    companyId: integer('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    expiresAt: moment('expires_at').notNull(),
    createdAt: moment('created_at').notNull().default(now),
  },
  (t) => [primaryKey({ columns: [t.companyId] }), index('email_confirmations_hash').on(t.hash)],
);

/** Newest code of an address; the row is deleted when used, expired or tried too often. */
export const passwordResets = sqliteTable('password_resets', {
  /** Lower case. */
  email: text('email').primaryKey(),
  codeHash: text('code_hash').notNull(),
  tries: integer('tries').notNull().default(0),
  expiresAt: moment('expires_at').notNull(),
  createdAt: moment('created_at').notNull().default(now),
});
