import { invoices } from '@db/platform/schema/index.ts';
import { and, asc, eq, isNull } from 'drizzle-orm';
import { platformScope } from '@/core/platform-scope.ts';
import type { Kernel } from '@/core/scope.ts';
import type { InvoiceRow } from './pay-invoice.service.ts';

const AT_ONCE = 100;

export function listUntold(kernel: Kernel): Promise<InvoiceRow[]> {
  return kernel.platform.db
    .select()
    .from(invoices)
    .where(and(eq(invoices.status, 'paid'), isNull(invoices.notifiedAt)))
    .orderBy(asc(invoices.id))
    .limit(AT_ONCE);
}

/** Call it once the company's own database has it: after a crash in between the notification is repeated there. */
export async function markNotified(kernel: Kernel, invoiceId: number): Promise<void> {
  await platformScope(kernel).write((tx) =>
    tx.db.update(invoices).set({ notifiedAt: tx.now() }).where(eq(invoices.id, invoiceId)),
  );
}
