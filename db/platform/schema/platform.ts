import { index, integer, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { flag, id, moment, timestamps, words } from '../../../src/kernel/db/columns.ts';

export const plans = sqliteTable('plans', {
  id: id(),
  name: text('name').notNull().unique(),
  users: integer('users').notNull().default(0),
  connections: integer('connections').notNull().default(0),
  queues: integer('queues').notNull().default(0),
  /** How many campaigns may wait or run, and messages wait to be sent, at once; 0 is no limit. */
  campaigns: integer('campaigns').notNull().default(0),
  schedules: integer('schedules').notNull().default(0),
  /** Quotas; 0 is the desk's own limit. */
  storageGb: integer('storage_gb').notNull().default(0),
  messagesPerMinute: integer('messages_per_minute').notNull().default(0),
  sockets: integer('sockets').notNull().default(0),
  exports: integer('exports').notNull().default(0),
  value: real('value').notNull().default(0),
  useCampaigns: flag('use_campaigns').notNull().default(true),
  useSchedules: flag('use_schedules').notNull().default(true),
  useInternalChat: flag('use_internal_chat').notNull().default(true),
  useExternalApi: flag('use_external_api').notNull().default(true),
  useKanban: flag('use_kanban').notNull().default(true),
  useOpenAi: flag('use_open_ai').notNull().default(true),
  useIntegrations: flag('use_integrations').notNull().default(true),
  useInternal: flag('use_internal').notNull().default(true),
  ...timestamps(),
});

export const companies = sqliteTable(
  'companies',
  {
    id: id(),
    name: text('name').notNull().unique(),
    email: words('email'),
    phone: words('phone'),
    status: flag('status').notNull().default(true),
    /** The last paid moment; null never ends (the platform's own company). */
    dueDate: moment('due_date'),
    /** The day of the month that its due dates keep, where a month has it; null is the due date's own. */
    billingDay: integer('billing_day'),
    recurrence: words('recurrence'),
    /** Takes campaigns away that the plan has. */
    campaignsEnabled: flag('campaigns_enabled').notNull().default(true),
    planId: integer('plan_id').references(() => plans.id, { onDelete: 'set null' }),
    /** End of the trial; null for a company that was never on one. */
    trialExpiration: moment('trial_expiration'),
    /** What its mails are written in. */
    language: text('language', { enum: ['pt', 'en', 'es'] })
      .notNull()
      .default('pt'),
    /** Null while a signed-up address has not been confirmed by its link. */
    emailConfirmedAt: moment('email_confirmed_at'),
    billingName: words('billing_name'),
    billingEmail: words('billing_email'),
    /** CPF or CNPJ, digits (a CNPJ may hold letters from July 2026 on). */
    document: words('document'),
    addressZipCode: words('address_zip_code'),
    addressStreet: words('address_street'),
    addressDistrict: words('address_district'),
    addressCity: words('address_city'),
    addressState: words('address_state'),
    addressCountry: words('address_country'),
    ...timestamps(),
  },
  (t) => [index('companies_due').on(t.dueDate), index('companies_plan').on(t.planId)],
);

/** A row means that the clock need not open the database. It is written only after the close: a crash loses no work. */
export const restingCompanies = sqliteTable('resting_companies', {
  companyId: integer('company_id')
    .primaryKey()
    .references(() => companies.id, { onDelete: 'cascade' }),
  /** Null when no work lies ahead. */
  dueAt: moment('due_at'),
  worksAtStart: flag('works_at_start').notNull(),
  lookedFor: text('looked_for').notNull(),
});

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
    /** SHA-256 of the cookie's value, hex, so that a copy of this table signs nobody in. */
    idHash: text('id_hash').primaryKey(),
    companyId: integer('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    userId: integer('user_id').notNull(),
    createdAt: moment('created_at').notNull(),
    seenAt: moment('seen_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    /** Rises with every refresh in the JSON contract; only the refresh token with this number is accepted. */
    turn: integer('turn').notNull().default(0),
    refreshedAt: moment('refreshed_at'),
    /** A super administrator who looks at the company, read-only: their own company and id there. */
    visitorCompanyId: integer('visitor_company_id'),
    visitorId: integer('visitor_id'),
    /** When they last proved who they are; some acts ask again after a while. */
    provenAt: moment('proven_at'),
    deviceId: integer('device_id'),
    /** From which it was begun. */
    address: words('address'),
  },
  (t) => [index('sessions_person').on(t.companyId, t.userId), index('sessions_expiry').on(t.expiresAt)],
);

export const apiTokens = sqliteTable(
  'api_tokens',
  {
    /** The key lies outside the databases, so that a copy of this table cannot send. */
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
