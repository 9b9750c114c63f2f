import type { Job } from '@/kernel/cron.ts';
import { type Kernel, systemScope } from '@/kernel/scope.ts';
import { listUntold, markTold } from '@/modules/billing/invoices/untold-payments.ts';
import { hasFeature } from '@/modules/companies/plan-features.ts';
import type { PaymentBody } from '../bodies.views.ts';
import { hooksOf, recordTellings } from './record.ts';

type Invoice = Awaited<ReturnType<typeof listUntold>>[number];

/** A payment is stored in the platform's database, so it is read off its rows: one that was not told yet waits there. */
export const paymentJobs = (kernel: Kernel): Job[] => [
  { name: 'tellPayments', pattern: '5-59/10 * * * * *', run: () => tellPayments(kernel) },
];

export async function tellPayments(kernel: Kernel): Promise<void> {
  for (const invoice of await listUntold(kernel)) {
    if (kernel.tenants.isThere(invoice.companyId)) await tellPayment(kernel, invoice);
    await markTold(kernel, invoice.id);
  }
}

async function tellPayment(kernel: Kernel, invoice: Invoice): Promise<void> {
  const scope = await systemScope(kernel, invoice.companyId);
  if (!(await hasFeature(scope, 'useExternalApi'))) return;
  const telling = {
    event: 'payment.received' as const,
    subject: `invoice:${invoice.id}`,
    lane: 'payments',
    data: paymentBody(invoice),
    repeats: 'once' as const,
    ...(invoice.paidAt && { since: invoice.paidAt }),
  };
  await scope.write(async (tx) => recordTellings(tx, await hooksOf(tx), [telling]));
}

function paymentBody({ id, detail, cents, dueDate, paidAt }: Invoice): PaymentBody {
  return {
    invoiceId: id,
    detail,
    value: cents / 100,
    currency: 'BRL',
    dueAt: dueDate.toISOString(),
    paidAt: paidAt?.toISOString() ?? null,
  };
}
