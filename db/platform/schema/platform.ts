import { index, integer, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { flag, id, moment, timestamps, words } from '../../../src/kernel/db/columns.ts';

export const plans = sqliteTable('plans', {
  id: id(),
  name: text('name').notNull().unique(),
  users: integer('users').notNull().default(0),
  connections: integer('connections').notNull().default(0),
  queues: integer('queues').notNull().default(0),
  value: real('value').notNull().default(0),
  useCampaigns: flag('use_campaigns').notNull().default(true),
  useSchedules: flag('use_schedules').notNull().default(true),
  useInternalChat: flag('use_internal_chat').notNull().default(true),
  useExternalApi: flag('use_external_api').notNull().default(true),
  useKanban: flag('use_kanban').notNull().default(true),
  useOpenAi: flag('use_open_ai').notNull().default(true),
  useIntegrations: flag('use_integrations').notNull().default(true),
  /** Offered at registration. */
  useInternal: flag('use_internal').notNull().default(true),
  ...timestamps(),
});

export type ScheduleEntry = { weekday: string; weekdayEn: string; startTime: string; endTime: string };

export const companies = sqliteTable('companies', {
  id: id(),
  name: text('name').notNull().unique(),
  email: words('email'),
  phone: words('phone'),
  status: flag('status').notNull().default(true),
  /** The last paid moment; null never ends (the platform's own company). */
  dueDate: moment('due_date'),
  recurrence: words('recurrence'),
  schedules: text('schedules', { mode: 'json' }).$type<ScheduleEntry[]>().notNull().default([]),
  planId: integer('plan_id').references(() => plans.id, { onDelete: 'set null' }),
  ...timestamps(),
});

/**
 * Companies whose database is closed, and what lies ahead of them: the clock opens no others. No row: nobody has looked since it was
 * open last. A row goes before its database is opened and comes after it was closed, so that a crash costs a look, never work.
 */
export const restingCompanies = sqliteTable('resting_companies', {
  companyId: integer('company_id')
    .primaryKey()
    .references(() => companies.id, { onDelete: 'cascade' }),
  /** From then on the clock has work for it; null: nothing lies ahead. */
  dueAt: moment('due_at'),
  /** The start has work for it, whatever the clock says. */
  worksAtStart: flag('works_at_start').notNull(),
  /** The kinds of work that were looked for: a version that knows others looks again. */
  lookedFor: text('looked_for').notNull(),
});

/** Where an e-mail signs in: people live in their company's own database. */
export const logins = sqliteTable(
  'logins',
  {
    /** Lower case. */
    email: text('email').primaryKey(),
    companyId: integer('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    userId: integer('user_id').notNull(),
  },
  (t) => [index('logins_person').on(t.companyId, t.userId)],
);

export const sessions = sqliteTable(
  'sessions',
  {
    /** SHA-256 of the cookie's value, hex: a copy of this table opens no door. */
    idHash: text('id_hash').primaryKey(),
    companyId: integer('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    userId: integer('user_id').notNull(),
    createdAt: moment('created_at').notNull(),
    seenAt: moment('seen_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    /** How often the JSON contract's refresh token was replaced: the next one to be accepted bears this number. */
    turn: integer('turn').notNull().default(0),
    refreshedAt: moment('refreshed_at'),
  },
  (t) => [index('sessions_person').on(t.companyId, t.userId), index('sessions_expiry').on(t.expiresAt)],
);

/** What the message API knows a connection by. */
export const apiTokens = sqliteTable(
  'api_tokens',
  {
    /** Under a key that lies outside the databases: a copy of this table sends nothing. */
    hash: text('hash').primaryKey(),
    /** What it begins with, for people to tell it by. */
    prefix: words('prefix'),
    companyId: integer('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    connectionId: integer('connection_id').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [uniqueIndex('api_tokens_connection').on(t.companyId, t.connectionId)],
);

export const platformSettings = sqliteTable('platform_settings', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
});
