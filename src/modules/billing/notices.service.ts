import { companies, invoices, paymentNotices } from '@db/platform/schema/index.ts';
import { and, desc, eq, sql } from 'drizzle-orm';
import { audit } from '@/core/audit/audit.ts';
import { afterRow, cutPage, offsetOf, sizeOf } from '@/core/db/paging.ts';
import { AppError } from '@/core/errors.ts';
import { platformOf } from '@/core/platform-scope.ts';
import { requireSuper } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { INVOICES_PER_PAGE, type InvoiceFilter } from './billing.schema.ts';
import { payInvoice } from './invoices/pay-invoice.service.ts';
import { findExcess } from './plan-excess.queries.ts';

export type NoticeView = {
  id: number;
  provider: string;
  reference: string;
  reason: (typeof paymentNotices.$inferSelect)['reason'];
  value: number | null;
  companyName: string | null;
  companyId: number | null;
  invoiceId: number | null;
  canAccept: boolean;
  isSettled: boolean;
  note: string;
  createdAt: string;
};
export type NoticePage = { records: NoticeView[]; hasMore: boolean };

/** Pending ones first. Throws ERR_NO_SUPER. */
export async function listNotices(scope: Scope, filter: InvoiceFilter): Promise<NoticePage> {
  requireSuper(scope);
  const order = [paymentNotices.isSettled, sql`-${paymentNotices.id}`];
  const size = sizeOf(filter, INVOICES_PER_PAGE);
  const rows = await found(scope)
    .where(filter.after ? afterRow(paymentNotices.id, order, filter.after) : undefined)
    .orderBy(paymentNotices.isSettled, desc(paymentNotices.id))
    .limit(size + 1)
    .offset(offsetOf(filter, INVOICES_PER_PAGE));
  const page = cutPage(rows, size);
  return { records: page.rows.map(toNoticeView), hasMore: page.hasMore };
}

/** Throws ERR_NO_SUPER, ERR_NO_PAYMENT_NOTICE_FOUND. */
export async function getNotice(scope: Scope, noticeId: number): Promise<NoticeView> {
  requireSuper(scope);
  const [row] = await found(scope).where(eq(paymentNotices.id, noticeId));
  if (!row) throw new AppError('ERR_NO_PAYMENT_NOTICE_FOUND');
  return toNoticeView(row);
}

export async function countNotices(scope: Scope): Promise<number> {
  requireSuper(scope);
  const { db, remember } = platformOf(scope);
  return remember([paymentNotices], 'open notices', async () => {
    const rows = await db
      .select({ id: paymentNotices.id })
      .from(paymentNotices)
      .where(eq(paymentNotices.isSettled, false))
      .limit(100);
    return rows.length;
  });
}

type Settling = { noticeId: number; note: string; how: 'accept' | 'dismiss' };

/** Accepting pays its invoice. Throws ERR_NO_SUPER, ERR_NO_PAYMENT_NOTICE_FOUND, ERR_INVOICE_NOT_OPEN. */
export async function settleNotice(scope: Scope, { noticeId, note, how }: Settling): Promise<void> {
  requireSuper(scope);
  const platform = platformOf(scope);
  const known = await platform.db.query.paymentNotices.findFirst({ where: eq(paymentNotices.id, noticeId) });
  const invoice =
    known?.invoiceId == null
      ? undefined
      : await platform.db.query.invoices.findFirst({ where: eq(invoices.id, known.invoiceId) });
  const excess = invoice && (await findExcess(scope.kernel, invoice));
  await platform.write(async (tx) => {
    const [notice] = await tx.db
      .update(paymentNotices)
      .set({ isSettled: true, note })
      .where(and(eq(paymentNotices.id, noticeId), eq(paymentNotices.isSettled, false)))
      .returning();
    if (!notice) throw new AppError('ERR_NO_PAYMENT_NOTICE_FOUND');
    await audit(tx, {
      what: 'payments.settled',
      on: { id: noticeId, name: notice.reference },
      after: { how, note },
    });
    tx.emit('payment.noticed', { noticeId });
    if (how === 'dismiss') return;
    const isPaid = invoice && (await payInvoice(tx, invoice, { by: 'manual', note, excess }));
    if (!isPaid) throw new AppError('ERR_INVOICE_NOT_OPEN');
  });
}

function found(scope: Scope) {
  return platformOf(scope)
    .db.select({ notice: paymentNotices, companyName: companies.name, status: invoices.status })
    .from(paymentNotices)
    .leftJoin(companies, eq(companies.id, paymentNotices.companyId))
    .leftJoin(invoices, eq(invoices.id, paymentNotices.invoiceId))
    .$dynamic();
}

type Found = {
  notice: typeof paymentNotices.$inferSelect;
  companyName: string | null;
  status: string | null;
};

function toNoticeView({ notice, companyName, status }: Found): NoticeView {
  const { cents, createdAt, ...row } = notice;
  return {
    ...row,
    value: cents === null ? null : cents / 100,
    companyName,
    canAccept: status === 'open' && !row.isSettled,
    createdAt: createdAt.toISOString(),
  };
}
