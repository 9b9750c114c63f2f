import { index, integer, text } from 'drizzle-orm/sqlite-core';
import { personal, table } from '../../../src/core/db/annotations.ts';
import { emptyText, id, timestamps } from '../../../src/core/db/columns.ts';
import { idempotencyTable } from '../../../src/core/idempotency/idempotency-table.ts';

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

export const idempotencyKeys = idempotencyTable();
