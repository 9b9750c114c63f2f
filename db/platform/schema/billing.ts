import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { flag, id, moment, now, timestamps, words } from '../../../src/kernel/db/columns.ts';
import { companies } from './platform.ts';

/** Of a company and a due date there is one (unique index); what it asks for is the plan of the moment it was made. */
export const invoices = sqliteTable(
  'invoices',
  {
    id: id(),
    companyId: integer('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    /** The plan's name. */
    detail: text('detail').notNull(),
    kind: text('kind', { enum: ['period', 'change'] })
      .notNull()
      .default('period'),
    /** Overdue is an open one behind its due date. */
    status: text('status', { enum: ['open', 'paid', 'cancelled'] })
      .notNull()
      .default('open'),
    cents: integer('cents').notNull(),
    dueDate: moment('due_date').notNull(),
    /** YYYY-MM-DD in the platform's time zone. */
    dueDay: text('due_day').notNull(),
    planId: integer('plan_id'),
    users: integer('users').notNull(),
    connections: integer('connections').notNull(),
    queues: integer('queues').notNull(),
    recurrence: text('recurrence').notNull(),
    /** The company chose another plan for the period that this one pays. */
    changesPlan: flag('changes_plan').notNull().default(false),
    /** When the company was warned of its end by mail. */
    warnedAt: moment('warned_at'),
    paidAt: moment('paid_at'),
    /** What the due date became by it. */
    paidUntil: moment('paid_until'),
    paidBy: text('paid_by', { enum: ['efi', 'mercadopago', 'manual'] }),
    note: words('note'),
    /** When the company's other software was told of the payment. */
    toldAt: moment('told_at'),
    ...timestamps(),
  },
  (t) => [
    uniqueIndex('invoices_once').on(t.companyId, t.dueDay, t.kind),
    index('invoices_listed').on(t.companyId, t.id),
    index('invoices_open').on(t.status, t.dueDate, t.id),
    index('invoices_untold').on(t.id).where(sql`status = 'paid' and told_at is null`),
  ],
);

/** A request for payment at a provider. */
export const charges = sqliteTable(
  'charges',
  {
    id: id(),
    invoiceId: integer('invoice_id')
      .notNull()
      .references(() => invoices.id, { onDelete: 'cascade' }),
    provider: text('provider', { enum: ['efi', 'mercadopago'] }).notNull(),
    method: text('method', { enum: ['pix', 'card'] }).notNull(),
    /** Ours, chosen before the provider is asked: a crash between the two leaves something to ask for. */
    reference: text('reference').notNull(),
    /** The provider's own id, once it has answered. */
    providerId: text('provider_id'),
    cents: integer('cents').notNull(),
    status: text('status', { enum: ['asking', 'open', 'paid', 'underpaid', 'expired', 'failed'] }).notNull(),
    pixCode: text('pix_code'),
    /** The provider's own page, for cards. */
    link: text('link'),
    expiresAt: moment('expires_at'),
    paidCents: integer('paid_cents'),
    confirmedAt: moment('confirmed_at'),
    /** When the provider was last asked how it stands. */
    askedAt: moment('asked_at'),
    ...timestamps(),
  },
  (t) => [
    uniqueIndex('charges_reference').on(t.provider, t.reference),
    index('charges_provider_id').on(t.provider, t.providerId),
    index('charges_invoice').on(t.invoiceId, t.id),
    index('charges_unsettled').on(t.status, t.askedAt, t.id),
  ],
);

/** What a provider says that fits no open invoice: too little, unknown, a deleted company. People decide. */
export const paymentNotices = sqliteTable(
  'payment_notices',
  {
    id: id(),
    provider: text('provider').notNull(),
    reference: text('reference').notNull(),
    reason: text('reason', {
      enum: ['unknown', 'underpaid', 'overpaid', 'noCompany', 'twice', 'cancelled', 'planKept', 'takenBack'],
    }).notNull(),
    cents: integer('cents'),
    companyId: integer('company_id'),
    invoiceId: integer('invoice_id'),
    isSettled: flag('is_settled').notNull().default(false),
    /** What whoever settled it wrote. */
    note: words('note'),
    createdAt: moment('created_at').notNull().default(now),
  },
  (t) => [
    uniqueIndex('payment_notices_once').on(t.provider, t.reference, t.reason),
    index('payment_notices_open').on(t.isSettled, t.id),
  ],
);
