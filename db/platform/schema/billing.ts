import { sql } from 'drizzle-orm';
import { index, integer, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { owner, table } from '../../../src/core/db/annotations.ts';
import { emptyText, flag, id, moment, now, timestamps } from '../../../src/core/db/columns.ts';
import { owningCompany } from './platform.ts';

/** One per company and due date (unique index); it bills the plan at the time it was created. */
export const invoices = table(
  'invoices',
  {
    id: id(),
    companyId: owningCompany(),
    detail: text('detail').notNull(),
    kind: text('kind', { enum: ['period', 'change'] })
      .notNull()
      .default('period'),
    /** An invoice is overdue when it is open and past its due date. */
    status: text('status', { enum: ['open', 'paid', 'cancelled'] })
      .notNull()
      .default('open'),
    /** To be paid, after the credit. */
    cents: integer('cents').notNull(),
    creditCents: integer('credit_cents').notNull().default(0),
    dueDate: moment('due_date').notNull(),
    /** YYYY-MM-DD in the platform's time zone. */
    dueDay: text('due_day').notNull(),
    planId: integer('plan_id'),
    users: integer('users').notNull(),
    connections: integer('connections').notNull(),
    queues: integer('queues').notNull(),
    recurrence: text('recurrence').notNull(),
    changesPlan: flag('changes_plan').notNull().default(false),
    warnedAt: moment('warned_at'),
    paidAt: moment('paid_at'),
    paidUntil: moment('paid_until'),
    paidBy: text('paid_by', { enum: ['efi', 'mercadopago', 'manual', 'credit'] }),
    note: emptyText('note'),
    notifiedAt: moment('told_at'),
    ...timestamps(),
  },
  (t) => [
    uniqueIndex('invoices_once').on(t.companyId, t.dueDay, t.kind),
    index('invoices_listed').on(t.companyId, t.id),
    index('invoices_open').on(t.status, t.dueDate, t.id),
    index('invoices_untold').on(t.id).where(sql`status = 'paid' and told_at is null`),
    index('invoices_paid').on(t.paidAt, t.cents).where(sql`paid_at is not null`),
  ],
);

/** Invoices that are not cancelled use them up (`invoices.creditCents`); the rest is for the next ones. */
export const credits = table(
  'credits',
  {
    id: id(),
    companyId: owningCompany(),
    cents: integer('cents').notNull(),
    note: text('note').notNull(),
    createdAt: moment('created_at').notNull().default(now),
  },
  (t) => [index('credits_company').on(t.companyId, t.id)],
);

export const charges = table(
  'charges',
  {
    id: id(),
    invoiceId: integer('invoice_id')
      .notNull()
      .references(() => invoices.id, { onDelete: 'cascade' }),
    provider: text('provider', { enum: ['efi', 'mercadopago'] }).notNull(),
    method: text('method', { enum: ['pix', 'card'] }).notNull(),
    /** Our own, chosen before the provider is called, so that a charge can be looked up after a crash. */
    reference: text('reference').notNull(),
    /** The provider's own id; null until it has answered. */
    providerId: text('provider_id'),
    cents: integer('cents').notNull(),
    status: text('status', { enum: ['asking', 'open', 'paid', 'underpaid', 'expired', 'failed'] }).notNull(),
    pixCode: text('pix_code'),
    link: text('link'),
    expiresAt: moment('expires_at'),
    paidCents: integer('paid_cents'),
    confirmedAt: moment('confirmed_at'),
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

/** Provider notices that match no open invoice: too little, unknown, a deleted company. People decide. */
export const paymentNotices = table(
  'payment_notices',
  {
    id: id(),
    provider: text('provider').notNull(),
    reference: text('reference').notNull(),
    reason: text('reason', {
      enum: ['unknown', 'underpaid', 'overpaid', 'noCompany', 'twice', 'cancelled', 'planKept', 'takenBack'],
    }).notNull(),
    cents: integer('cents'),
    companyId: owner(integer('company_id')),
    invoiceId: integer('invoice_id'),
    isSettled: flag('is_settled').notNull().default(false),
    note: emptyText('note'),
    createdAt: moment('created_at').notNull().default(now),
  },
  (t) => [
    uniqueIndex('payment_notices_once').on(t.provider, t.reference, t.reason),
    index('payment_notices_open').on(t.isSettled, t.id),
  ],
);
