import { index, integer, primaryKey, text } from 'drizzle-orm/sqlite-core';
import { encrypted, keyedHash, table } from '../../../src/core/db/annotations.ts';
import { id, moment } from '../../../src/core/db/columns.ts';
import { owningCompany } from './platform.ts';

const person = () => ({
  companyId: owningCompany(),
  userId: integer('user_id').notNull(),
});

export const authenticators = table(
  'authenticators',
  {
    ...person(),
    /** Encrypted secret; the key is stored outside the databases. */
    encryptedSecret: encrypted(text('sealed').notNull(), {
      context: 'authenticator:{company_id}:{user_id}:secret',
    }),
    /** Half-minute step of the last accepted code; neither it nor an earlier one is accepted again. */
    lastStep: integer('last_step').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.userId] })],
);

/** Unused codes only. */
export const recoveryCodes = table(
  'recovery_codes',
  {
    /** argon2id, salted, over a hash keyed outside the databases; older versions stored only that hash. */
    hash: keyedHash(text('hash').primaryKey()),
    ...person(),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [index('recovery_codes_person').on(t.companyId, t.userId)],
);

export const passkeys = table(
  'passkeys',
  {
    id: id(),
    ...person(),
    /** Base64url, as browsers send it. */
    credentialId: text('credential_id').notNull().unique(),
    /** COSE, base64url. */
    publicKey: text('public_key').notNull(),
    /** Rises with every use if the device counts; a lower value reveals a copied key. */
    counter: integer('counter').notNull(),
    transports: text('transports', { mode: 'json' }).$type<string[]>().notNull(),
    name: text('name').notNull(),
    createdAt: moment('created_at').notNull(),
    lastUsedAt: moment('last_used_at'),
  },
  (t) => [index('passkeys_person').on(t.companyId, t.userId, t.id)],
);
