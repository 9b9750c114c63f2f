import { index, integer, real, text } from 'drizzle-orm/sqlite-core';
import { owner, table } from '../../../src/core/db/annotations.ts';
import { emptyText, id, moment } from '../../../src/core/db/columns.ts';
import { ALERT_KINDS, ALERT_NEWS } from '../../../src/modules/status/status.schema.ts';
import { companies } from './platform.ts';

/** One per five minutes of the last day. */
export const statusSamples = table('status_samples', {
  at: moment('at').primaryKey(),
  loopDelayMs: real('loop_delay_ms').notNull(),
  memoryBytes: integer('memory_bytes').notNull(),
  outboxWaiting: integer('outbox_waiting').notNull(),
  outboxOldestMs: integer('outbox_oldest_ms').notNull(),
  sockets: integer('sockets').notNull(),
  connected: integer('connected').notNull(),
  /** Share of one core since the sample before; null in the first one. */
  processor: real('processor'),
  /** Null when no message was received, or sent. */
  storedMs: real('stored_ms'),
  sentMs: real('sent_ms'),
});

export const statusAlerts = table(
  'status_alerts',
  {
    id: id(),
    kind: text('kind', { enum: ALERT_KINDS }).notNull(),
    /** The connection's company; null for an alert of the server itself. */
    companyId: owner(integer('company_id').references(() => companies.id, { onDelete: 'cascade' })),
    connectionId: integer('connection_id'),
    about: emptyText('about'),
    beganAt: moment('began_at').notNull(),
    endedAt: moment('ended_at'),
    /** Not yet delivered to the webhook. */
    news: text('news', { enum: ALERT_NEWS }),
    tries: integer('tries').notNull().default(0),
  },
  (t) => [index('status_alerts_open').on(t.endedAt, t.kind), index('status_alerts_company').on(t.companyId)],
);
