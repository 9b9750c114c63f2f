import { charges } from '@db/platform/schema/index.ts';
import { and, eq } from 'drizzle-orm';
import type { PlatformScope } from '@/core/platform-scope.ts';

/** Their codes are no longer shown. A payment by one still counts. */
export async function expireCharges(tx: PlatformScope, invoiceId: number): Promise<void> {
  await tx.db
    .update(charges)
    .set({ status: 'expired', updatedAt: tx.now() })
    .where(and(eq(charges.invoiceId, invoiceId), eq(charges.status, 'open')));
}
