import { charges, invoices } from '@db/platform/schema/index.ts';
import { and, eq } from 'drizzle-orm';
import { AppError } from '@/core/errors.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { canSeeBilling } from '../billing.policy.ts';
import type { InvoiceRow } from '../invoices/pay-invoice.service.ts';
import type { ChargeRow } from './settle-charge.service.ts';

/** Own company only. Throws ERR_NO_INVOICE_FOUND. */
export async function getCharge(
  scope: Scope,
  chargeId: number,
): Promise<{ charge: ChargeRow; invoice: InvoiceRow }> {
  requireCan(scope, canSeeBilling);
  const [row] = await scope.kernel.platform.db
    .select({ charge: charges, invoice: invoices })
    .from(charges)
    .innerJoin(invoices, eq(invoices.id, charges.invoiceId))
    .where(and(eq(charges.id, chargeId), eq(invoices.companyId, scope.companyId)));
  if (!row) throw new AppError('ERR_NO_INVOICE_FOUND');
  return row;
}
