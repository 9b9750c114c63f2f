import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { moment, words } from '../../../src/kernel/db/columns.ts';
import { companies } from './platform.ts';

/** What the overview says of a company, counted while its database is open anyway. */
export const companyFigures = sqliteTable(
  'company_figures',
  {
    companyId: integer('company_id')
      .primaryKey()
      .references(() => companies.id, { onDelete: 'cascade' }),
    users: integer('users').notNull().default(0),
    connections: integer('connections').notNull().default(0),
    /** Of what a plan limits; null was not counted yet. */
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

/** Their folders stay for 30 days. */
export const deletedCompanies = sqliteTable('deleted_companies', {
  companyId: integer('company_id').primaryKey(),
  name: text('name').notNull(),
  deletedAt: moment('deleted_at').notNull(),
  keptUntil: moment('kept_until').notNull(),
  /** Its rows of the platform as JSON, by table: what is brought back with the folder. */
  record: words('record'),
});
