import { paymentNotices } from '@db/platform/schema/index.ts';
import { sql } from 'drizzle-orm';
import type { PlatformScope } from '@/core/platform-scope.ts';

type Notice = Pick<
  typeof paymentNotices.$inferInsert,
  'provider' | 'reference' | 'reason' | 'cents' | 'companyId' | 'invoiceId'
>;

/** For the platform's administrators to decide; a repeated one changes nothing. Joins the transaction. */
export async function addNotice(tx: PlatformScope, notice: Notice): Promise<void> {
  const [made] = await insertion(tx, notice).onConflictDoNothing().returning({ id: paymentNotices.id });
  if (made) announce(tx, notice, made.id);
}

/** Adds the amount to a notice of the same reference and reason, which is open again. Joins the transaction. */
export async function raiseNotice(tx: PlatformScope, notice: Notice): Promise<void> {
  const { provider, reference, reason, cents } = paymentNotices;
  const [raised] = await insertion(tx, notice)
    .onConflictDoUpdate({
      target: [provider, reference, reason],
      set: { cents: sql`coalesce(${cents}, 0) + excluded.cents`, isSettled: false },
    })
    .returning({ id: paymentNotices.id });
  if (raised) announce(tx, notice, raised.id);
}

function insertion(tx: PlatformScope, { provider, reference, reason, cents, companyId, invoiceId }: Notice) {
  return tx.db
    .insert(paymentNotices)
    .values({ provider, reference, reason, cents, companyId, invoiceId, createdAt: tx.now() });
}

function announce(tx: PlatformScope, { provider, reason, companyId, invoiceId }: Notice, noticeId: number) {
  tx.log.warn({ companyId, invoiceId, reason, provider }, 'a payment needs somebody to decide');
  tx.emit('payment.noticed', { noticeId });
}
