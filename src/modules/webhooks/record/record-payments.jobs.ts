import { forCompanies } from '@/core/queue/company-jobs.ts';
import type { Job } from '@/core/queue/cron.ts';
import { type Kernel, systemScope } from '@/core/scope.ts';
import { listUntold, markNotified } from '@/modules/billing/invoices/unnotified-payments.service.ts';
import { hasFeature } from '@/modules/companies/plan-features.policy.ts';
import type { PaymentBody } from '../bodies.views.ts';
import { activeHooks, recordNotifications } from './record-deliveries.steps.ts';

type Invoice = Awaited<ReturnType<typeof listUntold>>[number];

/** Payments are in the platform's database, so unreported ones are read from there. */
export const paymentJobs = (kernel: Kernel): Job[] => [
  { name: 'publishPayments', pattern: '5-59/10 * * * * *', run: () => publishPayments(kernel) },
];

export async function publishPayments(kernel: Kernel): Promise<void> {
  const own = (await listUntold(kernel)).filter(({ companyId }) => kernel.owns(companyId));
  await forCompanies(kernel, 'publishPayments', own, async (invoice) => {
    if (kernel.tenants.isThere(invoice.companyId)) await publishPayment(kernel, invoice);
    await markNotified(kernel, invoice.id);
  });
}

async function publishPayment(kernel: Kernel, invoice: Invoice): Promise<void> {
  const scope = await systemScope(kernel, invoice.companyId);
  if (!(await hasFeature(scope, 'useExternalApi'))) return;
  const delivery = {
    event: 'payment.received' as const,
    subject: `invoice:${invoice.id}`,
    queueKey: 'payments',
    data: paymentBody(invoice),
    repeats: 'once' as const,
    ...(invoice.paidAt && { since: invoice.paidAt }),
  };
  await scope.write(async (tx) => recordNotifications(tx, await activeHooks(tx), [delivery]));
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
