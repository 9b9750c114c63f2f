import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { id, moment, timestamps, words } from '../../../src/kernel/db/columns.ts';

/** What other systems asked to send. */
export const apiCalls = sqliteTable(
  'api_calls',
  {
    id: id(),
    /** The connection whose token it came with; its name outlives it. */
    connectionId: integer('connection_id'),
    number: words('number'),
    kind: text('kind', { enum: ['text', 'media'] }).notNull(),
    /** HTTP status of the answer. */
    status: integer('status').notNull(),
    /** An error code. */
    error: text('error'),
    messageId: integer('message_id'),
    ticketId: integer('ticket_id'),
    createdAt: timestamps().createdAt,
  },
  (t) => [index('api_calls_age').on(t.createdAt)],
);

/** An answer given under a key is given again, and nothing is done twice. */
export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    /** `connection:3`, `token:5`: another caller's key is another key. */
    holder: text('holder').notNull(),
    key: text('key').notNull(),
    /** SHA-256 of what was asked, hex. */
    request: text('request').notNull(),
    /** Null while it is being done. */
    status: integer('status'),
    reply: text('reply'),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.holder, t.key] }), index('idempotency_keys_age').on(t.createdAt)],
);
