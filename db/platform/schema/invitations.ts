import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { moment, now } from '../../../src/kernel/db/columns.ts';
import { companies } from './platform.ts';

/** A link by which a person sets their own password; once. */
export const invitations = sqliteTable(
  'invitations',
  {
    /** SHA-256 of the link's secret. */
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

/** A signed-up company's address is confirmed by its link. */
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

/** The newest code of an address; used, expired or tried too often, it is gone. */
export const passwordResets = sqliteTable('password_resets', {
  /** Lower case. */
  email: text('email').primaryKey(),
  codeHash: text('code_hash').notNull(),
  tries: integer('tries').notNull().default(0),
  expiresAt: moment('expires_at').notNull(),
  createdAt: moment('created_at').notNull().default(now),
});
