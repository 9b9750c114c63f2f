import { isAdmin } from '@/kernel/policy.ts';

/** Invoices, the company's data on them, its plan. */
export const canSeeBilling = isAdmin;
