import { index, integer, real, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import {
  encrypted,
  keyedHash,
  localTable,
  owner,
  personal,
  table,
} from '../../../src/core/db/annotations.ts';
import { emptyText, flag, id, moment, timestamps } from '../../../src/core/db/columns.ts';

export const plans = table('plans', {
  id: id(),
  name: text('name').notNull().unique(),
  users: integer('users').notNull().default(0),
  connections: integer('connections').notNull().default(0),
  queues: integer('queues').notNull().default(0),
  /** Limits on campaigns waiting or running, and on messages waiting to be sent; 0 means no limit. */
  campaigns: integer('campaigns').notNull().default(0),
  schedules: integer('schedules').notNull().default(0),
  /** Quotas; 0 means the server's own limit. */
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

export const companies = table(
  'companies',
  {
    id: id(),
    name: personal(text('name').notNull().unique(), 'identity'),
    email: emptyText('email'),
    phone: emptyText('phone'),
    status: flag('status').notNull().default(true),
    /** The last paid moment; null means no end (the platform's own company). */
    dueDate: moment('due_date'),
    /** Day of the month for due dates, where the month has it; null means the due date's own. */
    billingDay: integer('billing_day'),
    recurrence: emptyText('recurrence'),
    /** False disables campaigns even if the plan includes them. */
    campaignsEnabled: flag('campaigns_enabled').notNull().default(true),
    planId: integer('plan_id').references(() => plans.id, { onDelete: 'set null' }),
    /** End of the trial; null if the company never had one. */
    trialExpiration: moment('trial_expiration'),
    language: text('language', { enum: ['pt', 'en', 'es'] })
      .notNull()
      .default('pt'),
    /** IANA name; null means the server's. */
    timeZone: text('time_zone'),
    /** Null while a signed-up address is unconfirmed. */
    emailConfirmedAt: moment('email_confirmed_at'),
    billingName: emptyText('billing_name'),
    billingEmail: emptyText('billing_email'),
    /** CPF or CNPJ, digits (a CNPJ may contain letters from July 2026 on). */
    document: emptyText('document'),
    addressZipCode: emptyText('address_zip_code'),
    addressStreet: emptyText('address_street'),
    addressDistrict: emptyText('address_district'),
    addressCity: emptyText('address_city'),
    addressState: emptyText('address_state'),
    addressCountry: emptyText('address_country'),
    ...timestamps(),
  },
  (t) => [index('companies_due').on(t.dueDate), index('companies_plan').on(t.planId)],
);

export const owningCompany = () =>
  owner(
    integer('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
  );

/** A row means the scheduler need not open the database. Written only after the close: a crash loses no work. */
export const hibernatedCompanies = localTable('resting_companies', {
  companyId: owner(
    integer('company_id')
      .primaryKey()
      .references(() => companies.id, { onDelete: 'cascade' }),
  ),
  dueAt: moment('due_at'),
  worksAtStart: flag('works_at_start').notNull(),
  checkedFor: text('looked_for').notNull(),
});

export const logins = table(
  'logins',
  {
    /** Lower case. */
    email: personal(text('email').primaryKey(), 'identity'),
    companyId: owningCompany(),
    userId: integer('user_id').notNull(),
  },
  (t) => [index('logins_person').on(t.companyId, t.userId)],
);

export const apiTokens = table(
  'api_tokens',
  {
    /** The key is stored outside the databases, so that a copy of this table cannot be used to send. */
    hash: keyedHash(text('hash').primaryKey()),
    /** First characters, so that people can recognize it. */
    prefix: emptyText('prefix'),
    companyId: owningCompany(),
    connectionId: integer('connection_id').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [uniqueIndex('api_tokens_connection').on(t.companyId, t.connectionId)],
);

export const platformSettings = table('platform_settings', {
  key: text('key').primaryKey(),
  value: encrypted(
    text('value').notNull(),
    { form: 'base64', context: '{key}', where: ({ key }) => String(key).startsWith('payments:') },
    { context: 'platform:alerts', where: ({ key }) => key === 'alerts' },
  ),
});
