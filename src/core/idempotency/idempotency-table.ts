import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { moment } from '../db/columns.ts';

export const idempotencyTable = () =>
  sqliteTable(
    'idempotency_keys',
    {
      /** `connection:3`, `token:5`, `schedule by 1:4`: keys are separate per caller. */
      holder: text('holder').notNull(),
      key: text('key').notNull(),
      /** SHA-256 of the request, hex. */
      request: text('request').notNull(),
      status: integer('status'),
      reply: text('reply'),
      createdAt: moment('created_at').notNull(),
    },
    (t) => [primaryKey({ columns: [t.holder, t.key] }), index('idempotency_keys_age').on(t.createdAt)],
  );
