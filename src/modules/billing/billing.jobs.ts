import type { Job } from '@/core/queue/cron.ts';
import type { Kernel } from '@/core/scope.ts';
import { sweepCharges } from './charges/poll-charges.service.ts';
import { settleCredited } from './invoices/give-credit.service.ts';
import { makeDueInvoices } from './invoices/make-invoices.service.ts';
import { renewFreePlans } from './invoices/renew-free-plans.service.ts';
import { warnCompanies } from './invoices/warn-companies.service.ts';

async function billCompanies(kernel: Kernel): Promise<void> {
  await makeDueInvoices(kernel);
  await settleCredited(kernel);
}

export const billingJobs = (kernel: Kernel): Job[] => [
  { name: 'renewFreePlans', pattern: '*/5 * * * *', run: () => renewFreePlans(kernel) },
  { name: 'makeDueInvoices', pattern: '*/5 * * * *', run: () => billCompanies(kernel) },
  { name: 'warnCompanies', pattern: '2-59/10 * * * *', run: () => warnCompanies(kernel) },
  { name: 'sweepCharges', pattern: '*/30 * * * * *', run: () => sweepCharges(kernel) },
];
