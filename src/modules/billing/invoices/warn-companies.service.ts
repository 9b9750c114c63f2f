import { companies, invoices } from '@db/platform/schema/index.ts';
import { and, eq, gt, isNull, lte } from 'drizzle-orm';
import { platformScope } from '@/core/platform-scope.ts';
import type { Kernel } from '@/core/scope.ts';
import { mailPayer } from '../mail-payer.service.ts';

/** People count calendar days; the job counts hours. */
export const WARNED_AHEAD_MS = 5 * 86_400_000;

export async function warnCompanies(kernel: Kernel): Promise<void> {
  const now = kernel.clock();
  const due = await kernel.platform.db
    .select({ invoice: invoices })
    .from(invoices)
    .innerJoin(companies, eq(companies.id, invoices.companyId))
    .where(
      and(
        eq(invoices.status, 'open'),
        eq(invoices.kind, 'period'),
        gt(invoices.cents, 0),
        isNull(invoices.warnedAt),
        gt(invoices.dueDate, now),
        lte(invoices.dueDate, new Date(now.getTime() + WARNED_AHEAD_MS)),
        eq(companies.status, true),
      ),
    );
  for (const { invoice } of due)
    await platformScope(kernel).write(async (tx) => {
      await tx.db.update(invoices).set({ warnedAt: tx.now() }).where(eq(invoices.id, invoice.id));
      await mailPayer(tx, { kind: 'billing:dueSoon', invoice, day: invoice.dueDate });
    });
}
