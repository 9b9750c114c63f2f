import { index, integer, primaryKey, text } from 'drizzle-orm/sqlite-core';
import { keyedHash, secret, table } from '../../../src/core/db/annotations.ts';
import { moment, now } from '../../../src/core/db/columns.ts';
import { owningCompany } from './platform.ts';

export const invitations = table(
  'invitations',
  {
    hash: keyedHash(text('hash').primaryKey()),
    companyId: owningCompany(),
    userId: integer('user_id').notNull(),
    expiresAt: moment('expires_at').notNull(),
    createdAt: moment('created_at').notNull().default(now),
  },
  (t) => [index('invitations_person').on(t.companyId, t.userId)],
);

export const emailConfirmations = table(
  'email_confirmations',
  {
    hash: secret(text('hash').notNull()),
    companyId: owningCompany(),
    expiresAt: moment('expires_at').notNull(),
    createdAt: moment('created_at').notNull().default(now),
  },
  (t) => [primaryKey({ columns: [t.companyId] }), index('email_confirmations_hash').on(t.hash)],
);

/** Newest code of an address; the row is deleted when used, expired or tried too often. */
export const passwordResets = table('password_resets', {
  /** Lower case. */
  email: text('email').primaryKey(),
  codeHash: keyedHash(text('code_hash').notNull()),
  tries: integer('tries').notNull().default(0),
  expiresAt: moment('expires_at').notNull(),
  createdAt: moment('created_at').notNull().default(now),
});
