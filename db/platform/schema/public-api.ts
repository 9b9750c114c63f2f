import { index, integer, text } from 'drizzle-orm/sqlite-core';
import { keyedHash, table } from '../../../src/core/db/annotations.ts';
import { id, moment } from '../../../src/core/db/columns.ts';
import { owningCompany } from './platform.ts';

export const accessTokens = table(
  'access_tokens',
  {
    id: id(),
    /** The key is stored outside the databases, so that a copy of this table gives no access. */
    hash: keyedHash(text('hash').notNull().unique()),
    prefix: text('prefix').notNull(),
    name: text('name').notNull(),
    companyId: owningCompany(),
    /** Its creator; the token has no more permissions than they have. */
    userId: integer('user_id').notNull(),
    scopes: text('scopes', { mode: 'json' }).$type<string[]>().notNull(),
    expiresAt: moment('expires_at'),
    lastUsedAt: moment('last_used_at'),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [index('access_tokens_company').on(t.companyId, t.id)],
);
