import { index, integer, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { personal, table } from '../../../src/core/db/annotations.ts';
import { flag, id, timestamps } from '../../../src/core/db/columns.ts';
import { tickets } from './tickets.ts';

export const rules = table('rules', {
  id: id(),
  name: personal(text('name').notNull().unique()),
  isActive: flag('is_active').notNull().default(true),
  position: integer('position').notNull().default(0),
  happening: personal(text('happening', { mode: 'json' }).$type<unknown>().notNull()),
  actions: personal(text('actions', { mode: 'json' }).$type<unknown>().notNull()),
  ...timestamps(),
});

/** One run per cause, however often its event is received. */
export const ruleRuns = table(
  'rule_runs',
  {
    id: id(),
    ruleId: integer('rule_id')
      .notNull()
      .references(() => rules.id, { onDelete: 'cascade' }),
    ticketId: integer('ticket_id')
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    cause: text('cause').notNull(),
    createdAt: timestamps().createdAt,
  },
  (t) => [
    uniqueIndex('rule_runs_cause').on(t.ruleId, t.cause),
    index('rule_runs_ticket').on(t.ticketId),
    index('rule_runs_by_age').on(t.createdAt),
  ],
);
