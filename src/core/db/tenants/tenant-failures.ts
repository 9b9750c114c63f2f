import { AppError } from '../../errors.ts';
import type { Logger } from '../../log.ts';

export type TenantFailures = {
  note(companyId: number, error: unknown): void;
  forget(companyId: number): void;
  has(companyId: number): boolean;
  ids(): number[];
};

export function createTenantFailures(log: Logger | undefined): TenantFailures {
  const failing = new Map<number, string>();
  return {
    note(companyId, error) {
      const reason = reasonOf(error);
      if (failing.get(companyId) === reason) return;
      failing.set(companyId, reason);
      const isMissing = error instanceof AppError && error.code === 'ERR_COMPANY_DATA_MISSING';
      log?.error(
        { companyId, ...(!isMissing && { err: error }) },
        `company ${companyId} is stopped: ${reason}`,
      );
    },
    forget: (companyId) => void failing.delete(companyId),
    has: (companyId) => failing.has(companyId),
    ids: () => [...failing.keys()],
  };
}

function reasonOf(error: unknown): string {
  const reported = error instanceof AppError ? error.cause : error;
  return reported instanceof Error ? reported.message : String(reported);
}
