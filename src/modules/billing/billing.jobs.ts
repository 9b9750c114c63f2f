import type { Job } from '@/kernel/cron.ts';
import type { Kernel } from '@/kernel/scope.ts';
import { sweepCharges } from './charges/read-charge.ts';
import { makeDueInvoices } from './invoices/make-invoices.ts';
import { renewFreePlans } from './invoices/renew-free-plans.ts';
import { warnCompanies } from './invoices/warn-companies.ts';

export const billingJobs = (kernel: Kernel): Job[] => [
  { name: 'renewFreePlans', pattern: '*/5 * * * *', run: () => renewFreePlans(kernel) },
  { name: 'makeDueInvoices', pattern: '*/5 * * * *', run: () => makeDueInvoices(kernel) },
  { name: 'warnCompanies', pattern: '2-59/10 * * * *', run: () => warnCompanies(kernel) },
  { name: 'sweepCharges', pattern: '*/30 * * * * *', run: () => sweepCharges(kernel) },
];
