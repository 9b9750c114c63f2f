import { companies, invoices, plans } from '@db/platform/schema/index.ts';
import { and, eq, inArray } from 'drizzle-orm';
import { audit } from '@/core/audit/audit.ts';
import { AppError } from '@/core/errors.ts';
import { type PlatformScope, platformOf } from '@/core/platform-scope.ts';
import { requireSuper } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { zoneOf } from '@/modules/companies/companies.queries.ts';
import { renewCompany } from '@/modules/companies/company-billing.service.ts';
import { addNotice } from '../add-notice.service.ts';
import { mailPayer } from '../mail-payer.service.ts';
import { type Excess, findExcess, movesPlan } from '../plan-excess.queries.ts';
import { renewed } from '../recurrence.logic.ts';
import { setNextTerms } from './make-invoices.service.ts';

export type InvoiceRow = typeof invoices.$inferSelect;
type Payment = {
  by: NonNullable<InvoiceRow['paidBy']>;
  note?: string;
  /** Limits of the new plan that the company exceeds (`findExcess`): it keeps the plan it has. */
  excess: Excess | undefined;
};

/** Joins the transaction. False when it is no longer open, or credit no longer covers it: nothing is counted twice. */
export async function payInvoice(tx: PlatformScope, read: InvoiceRow, payment: Payment): Promise<boolean> {
  const invoice = await findInvoice(tx, read.id);
  if (!invoice || (payment.by === 'credit' && invoice.cents > 0)) return false;
  const { companyId, kind, planId } = invoice;
  const excess = planId === read.planId ? payment.excess : undefined;
  const company = await tx.db.query.companies.findFirst({ where: eq(companies.id, companyId) });
  if (!company) return false;
  const now = tx.now();
  const timeZone = zoneOf(tx.kernel, company);
  const { dueDate: end, billingDay } =
    kind === 'change' ? company : renewed({ ...company, recurrence: invoice.recurrence }, now, timeZone);
  const [paid] = await tx.db
    .update(invoices)
    .set({
      status: 'paid',
      paidAt: now,
      paidUntil: end,
      paidBy: payment.by,
      note: payment.note,
      updatedAt: now,
    })
    .where(and(eq(invoices.id, invoice.id), eq(invoices.status, 'open')))
    .returning({ id: invoices.id });
  if (!paid) return false;
  const plan = movesPlan(invoice) && !excess ? await findPlan(tx, planId) : undefined;
  await renewCompany(tx, { companyId, dueDate: end, billingDay, ...(plan && { planId: plan.id }) });
  if (kind === 'period') await cancelChanges(tx, companyId);
  else if (plan) await setNextTerms(tx, company, plan);
  if (excess) await notifyPlanUnchanged(tx, invoice, payment);
  await mailPayer(tx, { kind: 'billing:paid', invoice, day: end });
  tx.emit('invoice.paid', { companyId, invoiceId: invoice.id });
  tx.emit('invoices.changed', { companyId });
  return true;
}

const findInvoice = ({ db }: PlatformScope, invoiceId: number): Promise<InvoiceRow | undefined> =>
  db.query.invoices.findFirst({ where: eq(invoices.id, invoiceId) });

/** Any company's. Throws ERR_NO_INVOICE_FOUND. */
export async function requireInvoice(scope: PlatformScope, invoiceId: number): Promise<InvoiceRow> {
  const row = await findInvoice(scope, invoiceId);
  if (!row) throw new AppError('ERR_NO_INVOICE_FOUND');
  return row;
}

/** By hand. Throws ERR_NO_SUPER, ERR_NO_INVOICE_FOUND, ERR_INVOICE_NOT_OPEN. */
export async function markPaid(scope: Scope, input: { invoiceId: number; note: string }): Promise<void> {
  requireSuper(scope);
  const { invoiceId, note } = input;
  const platform = platformOf(scope);
  const invoice = await requireInvoice(platform, invoiceId);
  const excess = await findExcess(scope.kernel, invoice);
  await platform.write(async (tx) => {
    if (!(await payInvoice(tx, invoice, { by: 'manual', note, excess })))
      throw new AppError('ERR_INVOICE_NOT_OPEN');
    await audit(tx, { what: 'invoice.paid', on: { id: invoiceId, name: `#${invoiceId}` }, after: { note } });
  });
}

/** Undefined for a plan deleted since: the payment counts anyway. */
async function findPlan(tx: PlatformScope, planId: number | null) {
  return planId === null ? undefined : tx.db.query.plans.findFirst({ where: eq(plans.id, planId) });
}

/** The company's administrators are notified why it stays on its plan, the platform's that it paid for another. */
async function notifyPlanUnchanged(
  tx: PlatformScope,
  invoice: InvoiceRow,
  { by: provider, excess }: Payment,
): Promise<void> {
  const { id: invoiceId, companyId, cents } = invoice;
  const about = { provider, reference: `#${invoiceId}`, companyId, invoiceId, cents };
  await addNotice(tx, { ...about, reason: 'planKept' });
  await mailPayer(tx, { kind: 'billing:planKept', invoice, day: null, excess });
}

/** The difference was calculated for the period that has just ended. Joins the transaction. */
export async function cancelChanges(tx: PlatformScope, companyId: number): Promise<void> {
  await cancelOpen(tx, companyId, ['change']);
}

export async function cancelOpen(
  tx: PlatformScope,
  companyId: number,
  kinds: InvoiceRow['kind'][] = ['period', 'change'],
): Promise<void> {
  await tx.db
    .update(invoices)
    .set({ status: 'cancelled', updatedAt: tx.now() })
    .where(
      and(eq(invoices.companyId, companyId), inArray(invoices.kind, kinds), eq(invoices.status, 'open')),
    );
}
