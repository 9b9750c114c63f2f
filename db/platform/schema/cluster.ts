import { index, integer, real, text } from 'drizzle-orm/sqlite-core';
import { table } from '../../../src/core/db/annotations.ts';
import { emptyText, flag, moment } from '../../../src/core/db/columns.ts';

/** Processes that share the companies of one database server. */
export const nodes = table('nodes', {
  id: text('id').primaryKey(),
  url: text('url').notNull(),
  /** Raised with each renewal. Others watch whether it rises, so that no two clocks are compared. */
  beats: integer('beats').notNull().default(0),
  isLeaving: flag('is_leaving').notNull().default(false),
  /** Its companies may be taken; null while it lives. */
  expelledAt: moment('expelled_at'),
  startedAt: moment('started_at').notNull(),
  /** A hash over its keys: a node with other keys could not read what the others encrypted. */
  secretsMark: emptyText('secrets_mark'),
  version: emptyText('version'),
  /** As of its last renewal: share of one core, resident memory, and how late a timer was. */
  processor: real('processor'),
  memoryBytes: integer('memory_bytes'),
  loopDelayMs: real('loop_delay_ms'),
});

export const companyOwners = table(
  'company_owners',
  {
    /** 0 stands for the jobs of the platform itself. */
    companyId: integer('company_id').primaryKey(),
    nodeId: text('node_id')
      .notNull()
      .references(() => nodes.id),
    /** Raised with each change of the owner; only its holder may write. */
    epoch: integer('epoch').notNull(),
    /** Higher than that of all earlier changes of the table. */
    revision: integer('revision').notNull(),
    /** The node that it belongs to while that one lives, by an operator's choice. */
    pinnedTo: text('pinned_to').references(() => nodes.id),
    changedAt: moment('changed_at'),
  },
  (t) => [index('company_owners_revision').on(t.revision)],
);
