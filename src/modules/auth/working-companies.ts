import { AppError } from '@/kernel/errors.ts';
import type { Kernel } from '@/kernel/scope.ts';
import { requireActiveCompany } from './sessions.service.ts';

const EVERY_MS = 1_000;

/**
 * A company that is switched off, or whose time is over, hears nothing more within a second. What it asks of each
 * company with open lines is remembered until somebody changes a company.
 */
export function watchWorkingCompanies(kernel: Kernel): { stop(): void } {
  const timer = setInterval(() => void closeRestingCompanies(kernel), EVERY_MS);
  return { stop: () => clearInterval(timer) };
}

export async function closeRestingCompanies(kernel: Kernel): Promise<void> {
  for (const companyId of kernel.hub.companyIds()) {
    await requireActiveCompany(kernel, companyId).catch((error: unknown) => {
      // Whatever else fails says nothing about the company.
      if (error instanceof AppError) kernel.hub.closeCompany(companyId, 'expired');
      else kernel.log.error({ err: error, companyId }, 'it is not known whether a company may work');
    });
  }
}
