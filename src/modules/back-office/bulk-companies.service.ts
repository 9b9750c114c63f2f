import { companies } from '@db/platform/schema/index.ts';
import { and, asc, ne, sql } from 'drizzle-orm';
import { AppError } from '@/core/errors.ts';
import { platformOf } from '@/core/platform-scope.ts';
import { requireRecentAuthentication, requireSuper } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { matching } from '@/modules/companies/companies.queries.ts';
import { type BulkCompanies, MAX_BULK_COMPANIES } from '@/modules/companies/companies.schema.ts';
import type { BulkCompanyView } from './back-office.views.ts';
import { updateCompany } from './companies.service.ts';

/** By name, without the reader's own; the first 500 that match. Throws ERR_NO_SUPER. */
export async function listForBulk(scope: Scope, searchParam: string): Promise<BulkCompanyView[]> {
  requireSuper(scope);
  const { id, name, status } = companies;
  return platformOf(scope)
    .db.select({ id, name, status })
    .from(companies)
    .where(and(ne(id, scope.companyId), searchParam ? sql`(${matching(searchParam)})` : undefined))
    .orderBy(sql`lower(${name})`, asc(id))
    .limit(MAX_BULK_COMPANIES);
}

/**
 * One after the other, each as if it were changed alone; companies deleted meanwhile are skipped. Returns how many were
 * changed. Throws ERR_NO_SUPER, ERR_NO_PLAN_FOUND, ERR_PROOF_REQUIRED, ERR_COMPANY_IS_OWN.
 */
export async function changeCompanies(scope: Scope, { ids, action, planId }: BulkCompanies): Promise<number> {
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
