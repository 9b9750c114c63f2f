import { index, integer, text } from 'drizzle-orm/sqlite-core';
import { table } from '../../../src/core/db/annotations.ts';
import { flag, moment } from '../../../src/core/db/columns.ts';

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
  },
  (t) => [index('company_owners_revision').on(t.revision)],
);
