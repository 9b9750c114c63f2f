import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { flag, id, moment, timestamps, words } from '../../../src/kernel/db/columns.ts';

export const webhooks = sqliteTable('webhooks', {
  id: id(),
  name: text('name').notNull().unique(),
  url: text('url').notNull(),
  /** Sealed. */
  secret: text('secret').notNull(),
  events: text('events', { mode: 'json' }).$type<string[]>().notNull(),
  isActive: flag('is_active').notNull().default(true),
  /** Paused by the desk, because nothing got through for too long. */
  pausedAt: moment('paused_at'),
  failingSince: moment('failing_since'),
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
    /** Deliveries of one conversation keep their order. */
    lane: text('lane').notNull(),
    body: text('body').notNull(),
    state: text('state', { enum: ['waiting', 'delivered', 'failed'] })
      .notNull()
      .default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    /** HTTP status of the last answer; null when there was none. */
    status: integer('status'),
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
    index('webhook_deliveries_age').on(t.createdAt),
  ],
);
