import { index, integer, primaryKey, text } from 'drizzle-orm/sqlite-core';
import { personal, table } from '../../../src/core/db/annotations.ts';
import { emptyText, id, moment, timestamps } from '../../../src/core/db/columns.ts';

export const apiCalls = table(
  'api_calls',
  {
    id: id(),
    /** The connection whose token was used; its name outlives it. */
    connectionId: integer('connection_id'),
    number: personal(emptyText('number'), 'number'),
    kind: text('kind', { enum: ['text', 'media'] }).notNull(),
    /** HTTP status of the answer. */
    status: integer('status').notNull(),
    error: text('error'),
    messageId: integer('message_id'),
    ticketId: integer('ticket_id'),
    createdAt: timestamps().createdAt,
  },
  (t) => [index('api_calls_age').on(t.createdAt)],
);

export const idempotencyKeys = table(
  'idempotency_keys',
  {
    /** `connection:3`, `token:5`: keys are separate per caller. */
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
