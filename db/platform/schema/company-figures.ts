import { index, integer, text } from 'drizzle-orm/sqlite-core';
import { owner, personal, table } from '../../../src/core/db/annotations.ts';
import { emptyText, moment } from '../../../src/core/db/columns.ts';
import { companies } from './platform.ts';

export const companyFigures = table(
  'company_figures',
  {
    companyId: owner(
      integer('company_id')
        .primaryKey()
        .references(() => companies.id, { onDelete: 'cascade' }),
    ),
    users: integer('users').notNull().default(0),
    connections: integer('connections').notNull().default(0),
    /** Usage of what a plan limits; null means not counted yet. */
    lines: integer('lines'),
    queues: integer('queues'),
    campaigns: integer('campaigns'),
    schedules: integer('schedules'),
    messagesToday: integer('messages_today').notNull().default(0),
    storageBytes: integer('storage_bytes').notNull().default(0),
    lastActivityAt: moment('last_activity_at'),
    countedAt: moment('counted_at').notNull(),
  },
  (t) => [index('company_figures_activity').on(t.lastActivityAt)],
);

/** Their folders are retained for 30 days. */
export const deletedCompanies = table('deleted_companies', {
  companyId: owner(integer('company_id').primaryKey()),
  name: personal(text('name').notNull(), 'identity'),
  deletedAt: moment('deleted_at').notNull(),
  retainedUntil: moment('kept_until').notNull(),
  /** The company's platform rows as JSON, by table; restored together with the folder. */
  record: emptyText('record'),
});
