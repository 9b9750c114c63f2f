import { AppError } from '@/kernel/errors.ts';
import { platformOf } from '@/kernel/platform-scope.ts';
import { requireCan } from '@/kernel/policy.ts';
import type { Scope } from '@/kernel/scope.ts';
import { getCompany } from '@/modules/companies/companies.queries.ts';
import { setCompanyHours } from '@/modules/companies/companies.service.ts';
import { noteChange } from './setting-changes.service.ts';
import { canChangeSettings } from './settings.policy.ts';
import { getOwnCompany } from './settings.queries.ts';
import type { CompanyHours, CompanyView } from './settings.views.ts';

/** A day without its second range keeps the one it has. Throws ERR_NO_COMPANY_FOUND for any but the scope's own. */
export async function changeCompanyHours(
  scope: Scope,
  { companyId, hours }: { companyId: number; hours: CompanyHours },
): Promise<CompanyView> {
  requireCan(scope, canChangeSettings);
  if (companyId !== scope.companyId) throw new AppError('ERR_NO_COMPANY_FOUND');
  const { schedules: before } = await getCompany(scope.kernel, companyId);
  const after = await setCompanyHours(platformOf(scope), { companyId, hours });
  // The platform's database comes first: no transaction spans the two.
  await scope.write(async (tx) => {
    await noteChange(tx, {
      key: 'companyHours',
      before: JSON.stringify(before),
      after: JSON.stringify(after),
    });
    tx.emit('company-hours.changed', { companyId });
  });
  return getOwnCompany(scope, companyId);
}
