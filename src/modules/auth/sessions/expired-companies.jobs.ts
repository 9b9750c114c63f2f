import { AppError } from '@/core/errors.ts';
import type { Kernel } from '@/core/scope.ts';
import { requireActiveCompany } from './sessions.service.ts';

const EVERY_MS = 1_000;

/** Closes the sockets of companies that were disabled or have expired, within a second. */
export function watchWorkingCompanies(kernel: Kernel): { stop(): void } {
  const timer = setInterval(() => void closeIdleCompanies(kernel), EVERY_MS);
  return { stop: () => clearInterval(timer) };
}

export async function closeIdleCompanies(kernel: Kernel): Promise<void> {
  for (const companyId of kernel.hub.companyIds()) {
    await requireActiveCompany(kernel, companyId).catch((error: unknown) => {
      // Any other error says nothing about the company.
      if (error instanceof AppError) kernel.hub.closeCompany(companyId, 'expired');
      else kernel.log.error({ err: error, companyId }, 'it is not known whether a company may work');
    });
  }
}
