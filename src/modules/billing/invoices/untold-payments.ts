import { invoices } from '@db/platform/schema/index.ts';
import { and, asc, eq, isNull } from 'drizzle-orm';
import { platformScope } from '@/kernel/platform-scope.ts';
import type { Kernel } from '@/kernel/scope.ts';
import type { InvoiceRow } from './pay-invoice.ts';

const AT_ONCE = 100;

/** Paid, but nobody who listens for payments has been told. */
export function listUntold(kernel: Kernel): Promise<InvoiceRow[]> {
  return kernel.platform.db
    .select()
    .from(invoices)
    .where(and(eq(invoices.status, 'paid'), isNull(invoices.toldAt)))
    .orderBy(asc(invoices.id))
    .limit(AT_ONCE);
}

/** Once it stands in the company's own database: a crash in between tells it there again. */
export async function markTold(kernel: Kernel, invoiceId: number): Promise<void> {
  await platformScope(kernel).write((tx) =>
    tx.db.update(invoices).set({ toldAt: tx.now() }).where(eq(invoices.id, invoiceId)),
  );
}
