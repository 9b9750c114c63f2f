import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { id, moment } from '../../../src/kernel/db/columns.ts';
import { companies } from './platform.ts';

const person = () => ({
  companyId: integer('company_id')
    .notNull()
    .references(() => companies.id, { onDelete: 'cascade' }),
  userId: integer('user_id').notNull(),
});

/** The app that shows a person their codes. */
export const authenticators = sqliteTable(
  'authenticators',
  {
    ...person(),
    /** Its secret; the key lies outside the databases. */
    sealed: text('sealed').notNull(),
    /** The half minute of the last code that counted: neither it nor an earlier one counts again. */
    lastStep: integer('last_step').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.userId] })],
);

/** Those that were not used yet. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    /** argon2id, with its salt, over a hash whose key lies outside the databases; of older versions that hash alone. */
    hash: text('hash').primaryKey(),
    ...person(),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [index('recovery_codes_person').on(t.companyId, t.userId)],
);

/** WebAuthn credentials. */
export const passkeys = sqliteTable(
  'passkeys',
  {
    id: id(),
    ...person(),
    /** Base64url, as browsers name it. */
    credentialId: text('credential_id').notNull().unique(),
    /** COSE, base64url. */
    publicKey: text('public_key').notNull(),
    /** Rises with every use, where the device counts at all: a copy falls behind. */
    counter: integer('counter').notNull(),
    transports: text('transports', { mode: 'json' }).$type<string[]>().notNull(),
    name: text('name').notNull(),
    createdAt: moment('created_at').notNull(),
    lastUsedAt: moment('last_used_at'),
  },
  (t) => [index('passkeys_person').on(t.companyId, t.userId, t.id)],
);
