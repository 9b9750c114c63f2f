import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, text } from 'drizzle-orm/sqlite-core';
import { encrypted, personal, table } from '../../../src/core/db/annotations.ts';
import { emptyText, flag, id, moment, now, timestamps } from '../../../src/core/db/columns.ts';
import { DELIVERY_STATES, PAUSES } from '../../../src/modules/webhooks/webhooks.schema.ts';

export const webhooks = table('webhooks', {
  id: id(),
  name: personal(text('name').notNull().unique()),
  url: text('url').notNull(),
  secret: encrypted(text('secret').notNull()),
  /** Former secrets of the day before `previousUntil`, separated by spaces; they sign too, so that a receiver can switch over. */
  previousSecret: encrypted(emptyText('previous_secret'), { context: 'webhooks:{company}:{id}:secret' }),
  previousUntil: moment('previous_until'),
  events: text('events', { mode: 'json' }).$type<string[]>().notNull(),
  isActive: flag('is_active').notNull().default(true),
  pausedAt: moment('paused_at'),
  pausedFor: text('paused_for', { enum: PAUSES }),
  failingSince: moment('failing_since'),
  failuresInARow: integer('failures_in_a_row').notNull().default(0),
  pausedUntil: moment('rests_until'),
  ...timestamps(),
});

export const webhookDeliveries = table(
  'webhook_deliveries',
  {
    id: id(),
    /** `webhook-id` of Standard Webhooks: the same for every attempt and replay. */
    uuid: text('uuid').notNull(),
    webhookId: integer('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    event: text('event').notNull(),
    /** The subject, e.g. `message:7`: the same one is not delivered twice. */
    subject: personal(emptyText('subject')),
    /** Deliveries of one conversation keep their order. */
    queueKey: text('lane').notNull(),
    body: personal(text('body').notNull(), 'row'),
    state: text('state', { enum: DELIVERY_STATES }).notNull().default('waiting'),
    /** When it happened, or was set to be sent again; dropped three days later. */
    waitingSince: moment('waiting_since').notNull().default(now),
    attempts: integer('attempts').notNull().default(0),
    status: integer('status'),
    /** A key under `webhooks:error.*`. */
    error: personal(emptyText('error')),
    answer: personal(emptyText('answer')),
    triedAt: moment('tried_at'),
    deliveredAt: moment('delivered_at'),
    createdAt: timestamps().createdAt,
  },
  (t) => [
    index('webhook_deliveries_log').on(t.webhookId, t.id),
    index('webhook_deliveries_waiting').on(t.webhookId, t.queueKey, t.id).where(sql`state = 'waiting'`),
    index('webhook_deliveries_expiring').on(t.waitingSince).where(sql`state = 'waiting'`),
    index('webhook_deliveries_subject').on(t.webhookId, t.subject, t.id),
    index('webhook_deliveries_age').on(t.createdAt),
  ],
);

export const webhookQueues = table(
  'webhook_lanes',
  {
    webhookId: integer('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    queueKey: text('lane').notNull(),
    slot: integer('slot').notNull(),
    dueAt: moment('due_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.webhookId, t.queueKey] }),
    index('webhook_lanes_slot').on(t.webhookId, t.slot, t.dueAt),
    index('webhook_lanes_due').on(t.webhookId, t.dueAt),
  ],
);
