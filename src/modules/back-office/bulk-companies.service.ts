import { AppError } from '@/core/errors.ts';
import { platformOf } from '@/core/platform-scope.ts';
import { requireRecentAuthentication, requireSuper } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { listCompanyNames } from '@/modules/companies/companies.queries.ts';
import type { BulkCompanies } from '@/modules/companies/companies.schema.ts';
import type { CompanyNameView } from '@/modules/companies/companies.views.ts';
import { updateCompany } from './companies.service.ts';

export type CompanyChange = Exclude<BulkCompanies['action'], 'announce'>;

/** Without the reader's own. Throws ERR_NO_SUPER. */
export async function listForBulk(
  scope: Scope,
  { searchParam, only }: { searchParam: string; only: string },
): Promise<{ companies: CompanyNameView[]; isCut: boolean }> {
  requireSuper(scope);
  const found = await listCompanyNames(platformOf(scope), { searchParam, only: Number(only) });
  return { ...found, companies: found.companies.filter(({ id }) => id !== scope.companyId) };
}

/**
 * One after the other, each as if it were changed alone; companies deleted meanwhile are skipped. Returns how many were
 * changed. Throws ERR_NO_SUPER, ERR_NO_PLAN_FOUND, ERR_PROOF_REQUIRED, ERR_COMPANY_IS_OWN.
 */
export async function changeCompanies(
  scope: Scope,
  { ids, action, planId }: Pick<BulkCompanies, 'ids' | 'planId'> & { action: CompanyChange },
): Promise<number> {
  requireSuper(scope);
  if (ids.includes(scope.companyId)) throw new AppError('ERR_COMPANY_IS_OWN');
  if (action === 'block') requireRecentAuthentication(scope);
  const patch = action === 'plan' ? { planId } : { status: action === 'unblock' };
  let changed = 0;
  for (const companyId of ids) {
    try {
      await updateCompany(scope, { companyId, ...patch });
      changed += 1;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'ERR_NO_COMPANY_FOUND') throw error;
    }
  }
  return changed;
}
