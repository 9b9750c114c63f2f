import { sql } from 'drizzle-orm';
import { type AnySQLiteColumn, blob, integer, primaryKey, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { encrypted, localTable, personal, table } from '../../../src/core/db/annotations.ts';
import { emptyText, flag, id, moment, timestamps } from '../../../src/core/db/columns.ts';
import { CONNECTION_STATUSES } from '../../../src/modules/connections/connections.schema.ts';
import { queues } from './people.ts';
import { prompts } from './prompts.ts';
import { queueIntegrations } from './queue-integrations.ts';

export const connections = table(
  'connections',
  {
    id: id(),
    name: text('name').notNull().unique(),
    status: text('status', { enum: CONNECTION_STATUSES }).notNull().default('DISCONNECTED'),
    qrcode: emptyText('qrcode'),
    pairingCode: emptyText('pairing_code'),
    retries: integer('retries').notNull().default(0),
    /** Key under `connections:reason.*`; null means no trouble. */
    trouble: text('trouble'),
    /** Until then WhatsApp forbids the number to start conversations; null when it may. */
    restrictedUntil: moment('restricted_until'),
    number: text('number'),
    isDefault: flag('is_default').notNull().default(false),
    greetingMessage: personal(emptyText('greeting_message')),
    complationMessage: personal(emptyText('complation_message')),
    outOfHoursMessage: personal(emptyText('out_of_hours_message')),
    ratingMessage: personal(emptyText('rating_message')),
    expiresInactiveMessage: personal(emptyText('expires_inactive_message')),
    provider: text('provider').notNull().default('beta'),
    expiresTicket: integer('expires_ticket').notNull().default(0),
    timeUseBotQueues: integer('time_use_bot_queues').notNull().default(0),
    maxUseBotQueues: integer('max_use_bot_queues').notNull().default(3),
    timeToTransfer: integer('time_to_transfer'),
    transferQueueId: integer('transfer_queue_id').references((): AnySQLiteColumn => queues.id, {
      onDelete: 'set null',
    }),
    promptId: integer('prompt_id').references((): AnySQLiteColumn => prompts.id, { onDelete: 'set null' }),
    integrationId: integer('integration_id').references((): AnySQLiteColumn => queueIntegrations.id, {
      onDelete: 'set null',
    }),
    ...timestamps(),
  },
  (t) => [uniqueIndex('connections_one_default').on(t.isDefault).where(sql`is_default = 1`)],
);

export const connectionQueues = table(
  'connection_queues',
  {
    connectionId: integer('connection_id')
      .notNull()
      .references(() => connections.id, { onDelete: 'cascade' }),
    queueId: integer('queue_id')
      .notNull()
      .references((): AnySQLiteColumn => queues.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.connectionId, t.queueId] })],
);

export const connectionDays = table(
  'connection_days',
  {
    connectionId: integer('connection_id')
      .notNull()
      .references(() => connections.id, { onDelete: 'cascade' }),
    /** YYYY-MM-DD in the company's time zone. */
    day: text('day').notNull(),
    reconnects: integer('reconnects').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.connectionId, t.day] })],
);

export const sessionKeys = table(
  'session_keys',
  {
    connectionId: integer('connection_id')
      .notNull()
      .references(() => connections.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    value: encrypted(blob('value', { mode: 'buffer' }).notNull(), { form: 'bytes', context: '{key}' }),
  },
  (t) => [primaryKey({ columns: [t.connectionId, t.key] })],
);

/** Incoming WhatsApp messages, written before their receipt is sent; deleted when the message is stored. */
export const sessionJournal = localTable(
  'session_journal',
  {
    id: id(),
    connectionId: integer('connection_id')
      .notNull()
      .references(() => connections.id, { onDelete: 'cascade' }),
    entryId: text('entry_id').notNull(),
    value: encrypted(blob('value', { mode: 'buffer' }).notNull(), {
      form: 'bytes',
      context: 'journal:{entry_id}',
    }),
  },
  (t) => [uniqueIndex('session_journal_entry').on(t.connectionId, t.entryId)],
);
