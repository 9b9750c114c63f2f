import { companies, invoices } from '@db/platform/schema/index.ts';
import { and, eq, gt, isNull, lte } from 'drizzle-orm';
import { platformScope } from '@/core/platform-scope.ts';
import { forCompanies } from '@/core/queue/company-jobs.ts';
import type { Kernel } from '@/core/scope.ts';
import { mailPayer } from '../mail-payer.service.ts';

/** People count calendar days; the job counts hours. */
export const WARNED_AHEAD_MS = 5 * 86_400_000;

export async function warnCompanies(kernel: Kernel): Promise<void> {
  const due = await kernel.platform.db
    .select({ id: invoices.id, companyId: invoices.companyId })
    .from(invoices)
    .innerJoin(companies, eq(companies.id, invoices.companyId))
    .where(and(...isDueSoon(kernel.clock()), eq(companies.status, true)));
  await forCompanies(kernel, 'warnCompanies', due, ({ id }) => warn(kernel, id));
}

/** The invoice may have been paid or changed since it was listed. */
async function warn(kernel: Kernel, invoiceId: number): Promise<void> {
  await platformScope(kernel).write(async (tx) => {
    const [invoice] = await tx.db
      .update(invoices)
      .set({ warnedAt: tx.now() })
      .where(and(eq(invoices.id, invoiceId), ...isDueSoon(tx.now())))
      .returning();
    if (invoice) await mailPayer(tx, { kind: 'billing:dueSoon', invoice, day: invoice.dueDate });
  });
}

const isDueSoon = (now: Date) => [
  eq(invoices.status, 'open'),
  eq(invoices.kind, 'period'),
  gt(invoices.cents, 0),
  isNull(invoices.warnedAt),
  gt(invoices.dueDate, now),
  lte(invoices.dueDate, new Date(now.getTime() + WARNED_AHEAD_MS)),
];
