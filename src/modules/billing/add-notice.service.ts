import { paymentNotices } from '@db/platform/schema/index.ts';
import type { PlatformScope } from '@/core/platform-scope.ts';

type Notice = Pick<
  typeof paymentNotices.$inferInsert,
  'provider' | 'reference' | 'reason' | 'cents' | 'companyId' | 'invoiceId'
>;

/** For the platform's administrators to decide. Joins the transaction. */
export async function addNotice(
  tx: PlatformScope,
  { provider, reference, reason, cents, companyId, invoiceId }: Notice,
): Promise<void> {
  const [made] = await tx.db
    .insert(paymentNotices)
    .values({ provider, reference, reason, cents, companyId, invoiceId, createdAt: tx.now() })
    .onConflictDoNothing()
    .returning({ id: paymentNotices.id });
  if (!made) return;
  tx.log.warn({ companyId, invoiceId, reason, provider }, 'a payment needs somebody to decide');
  tx.emit('payment.noticed', { noticeId: made.id });
}
