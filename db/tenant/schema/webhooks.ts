import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { flag, id, moment, now, timestamps, words } from '../../../src/kernel/db/columns.ts';
import { DELIVERY_STATES, PAUSES } from '../../../src/modules/webhooks/webhooks.schema.ts';

export const webhooks = sqliteTable('webhooks', {
  id: id(),
  name: text('name').notNull().unique(),
  url: text('url').notNull(),
  /** Sealed. */
  secret: text('secret').notNull(),
  /** Sealed; signs too until `previousUntil`, so that a receiver can change over. */
  previousSecret: words('previous_secret'),
  previousUntil: moment('previous_until'),
  events: text('events', { mode: 'json' }).$type<string[]>().notNull(),
  isActive: flag('is_active').notNull().default(true),
  /** Paused by the desk, because nothing got through for too long. */
  pausedAt: moment('paused_at'),
  pausedFor: text('paused_for', { enum: PAUSES }),
  failingSince: moment('failing_since'),
  /** Failed tries since the last success, of whatever delivery. */
  failuresInARow: integer('failures_in_a_row').notNull().default(0),
  /** Until then nothing is tried. */
  restsUntil: moment('rests_until'),
  ...timestamps(),
});

export const webhookDeliveries = sqliteTable(
  'webhook_deliveries',
  {
    id: id(),
    /** `webhook-id` of Standard Webhooks: the same at every try and replay. */
    uuid: text('uuid').notNull(),
    webhookId: integer('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    event: text('event').notNull(),
    /** What it is about, e.g. `message:7`: the same is not told twice. */
    subject: words('subject'),
    /** Deliveries of one conversation keep their order. */
    lane: text('lane').notNull(),
    body: text('body').notNull(),
    state: text('state', { enum: DELIVERY_STATES }).notNull().default('waiting'),
    /** When it happened, or was told to be sent again: three days later it is given up. */
    waitingSince: moment('waiting_since').notNull().default(now),
    attempts: integer('attempts').notNull().default(0),
    /** HTTP status of the last answer; null when there was none. */
    status: integer('status'),
    /** A key under `webhooks:error.*`. */
    error: words('error'),
    /** The beginning of the last answer. */
    answer: words('answer'),
    triedAt: moment('tried_at'),
    deliveredAt: moment('delivered_at'),
    createdAt: timestamps().createdAt,
  },
  (t) => [
    index('webhook_deliveries_log').on(t.webhookId, t.id),
    index('webhook_deliveries_waiting').on(t.webhookId, t.lane, t.id).where(sql`state = 'waiting'`),
    index('webhook_deliveries_expiring').on(t.waitingSince).where(sql`state = 'waiting'`),
    index('webhook_deliveries_subject').on(t.webhookId, t.subject, t.id),
    index('webhook_deliveries_age').on(t.createdAt),
  ],
);

/** Conversations with something to be delivered. Of those with the same slot one is tried at a time. */
export const webhookLanes = sqliteTable(
  'webhook_lanes',
  {
    webhookId: integer('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    lane: text('lane').notNull(),
    slot: integer('slot').notNull(),
    dueAt: moment('due_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.webhookId, t.lane] }),
    index('webhook_lanes_slot').on(t.webhookId, t.slot, t.dueAt),
    index('webhook_lanes_due').on(t.webhookId, t.dueAt),
  ],
);
