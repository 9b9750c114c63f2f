import { companies, invoices } from '@db/platform/schema/index.ts';
import { and, eq } from 'drizzle-orm';
import { audit } from '@/core/audit/audit.ts';
import { AppError } from '@/core/errors.ts';
import { type PlatformScope, platformOf } from '@/core/platform-scope.ts';
import { requireSuper } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { zoneOf } from '@/modules/companies/companies.queries.ts';
import { renewCompany } from '@/modules/companies/company-billing.service.ts';
import { expireCharges } from '../charges/expire-charges.service.ts';
import { movesPlan } from '../plan-excess.queries.ts';
import { renewed } from '../recurrence.logic.ts';
import { cancelChanges, type InvoiceRow, requireInvoice } from './pay-invoice.service.ts';

type Correction = { invoiceId: number; note: string };

/**
 * The company does not pay this period and keeps working to its end; of a plan change: it keeps its plan. Credit on
 * the invoice is free again. Throws ERR_NO_SUPER, ERR_NO_INVOICE_FOUND, ERR_INVOICE_NOT_OPEN.
 */
export async function cancelInvoice(scope: Scope, { invoiceId, note }: Correction): Promise<void> {
  requireSuper(scope);
  await platformOf(scope).write(async (tx) => {
    const invoice = await requireInvoice(tx, invoiceId);
    if (invoice.status !== 'open') throw new AppError('ERR_INVOICE_NOT_OPEN');
    const { companyId, kind } = invoice;
    const paidUntil = kind === 'period' ? await waivePeriod(tx, invoice) : null;
    await tx.db
      .update(invoices)
      .set({ status: 'cancelled', paidUntil, note, updatedAt: tx.now() })
      .where(eq(invoices.id, invoiceId));
    await expireCharges(tx, invoiceId);
    await record(tx, 'invoice.cancelled', { invoiceId, note });
    tx.emit('invoices.changed', { companyId });
  });
}

/** Null if the company's due date has been moved: no period waits for this invoice. */
async function waivePeriod(
  tx: PlatformScope,
  { companyId, recurrence, dueDate }: InvoiceRow,
): Promise<Date | null> {
  const company = await findCompany(tx, companyId);
  if (company.dueDate?.getTime() !== dueDate.getTime()) return null;
  const period = renewed({ ...company, recurrence }, tx.now(), zoneOf(tx.kernel, company));
  await renewCompany(tx, { companyId, ...period });
  await cancelChanges(tx, companyId);
  return period.dueDate;
}

/**
 * Undoes the last payment recorded by hand: the invoice is open again, and the company due on its day. Throws ERR_NO_SUPER,
 * ERR_NO_INVOICE_FOUND, ERR_PAYMENT_NOT_REVERSIBLE once the due date has moved on, or the payment changed the plan.
 */
export async function undoPayment(scope: Scope, { invoiceId, note }: Correction): Promise<void> {
  requireSuper(scope);
  await platformOf(scope).write(async (tx) => {
    const invoice = await requireInvoice(tx, invoiceId);
    const company = await findCompany(tx, invoice.companyId);
    if (!isReversible(invoice, company)) throw new AppError('ERR_PAYMENT_NOT_REVERSIBLE');
    const { companyId, dueDate } = invoice;
    await renewCompany(tx, { companyId, dueDate, billingDay: company.billingDay });
    await tx.db
      .update(invoices)
      .set({
        ...{ status: 'open', paidAt: null, paidUntil: null, paidBy: null, notifiedAt: null },
        ...{ note, updatedAt: tx.now() },
      })
      .where(eq(invoices.id, invoiceId));
    await cancelNextPeriod(tx, invoice);
    await record(tx, 'invoice.reopened', { invoiceId, note });
    tx.emit('invoices.changed', { companyId });
  });
}

export function isReversible(
  { status, paidBy, paidUntil, kind, changesPlan }: InvoiceRow,
  { dueDate }: { dueDate: Date | null },
): boolean {
  const isLast = paidUntil !== null && dueDate?.getTime() === paidUntil.getTime();
  return status === 'paid' && paidBy === 'manual' && isLast && !movesPlan({ kind, changesPlan });
}

/** It would be for a period that has no beginning. */
async function cancelNextPeriod(tx: PlatformScope, { id, companyId, paidUntil }: InvoiceRow): Promise<void> {
  const open = await tx.db.query.invoices.findMany({
    where: and(eq(invoices.companyId, companyId), eq(invoices.kind, 'period'), eq(invoices.status, 'open')),
  });
  for (const next of open) {
    if (next.id === id || next.dueDate.getTime() !== paidUntil?.getTime()) continue;
    await tx.db.update(invoices).set({ status: 'cancelled' }).where(eq(invoices.id, next.id));
    await expireCharges(tx, next.id);
  }
}

function record(
  tx: PlatformScope,
  what: 'invoice.cancelled' | 'invoice.reopened',
  { invoiceId, note }: Correction,
): Promise<void> {
  return audit(tx, { what, on: { id: invoiceId, name: `#${invoiceId}` }, after: { note } });
}

async function findCompany(tx: PlatformScope, companyId: number) {
  const row = await tx.db.query.companies.findFirst({ where: eq(companies.id, companyId) });
  if (!row) throw new AppError('ERR_NO_COMPANY_FOUND');
  return row;
}
