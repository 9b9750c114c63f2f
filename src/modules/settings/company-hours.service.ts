import { settings } from '@db/tenant/schema/index.ts';
import { AppError } from '@/core/errors.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { withSecondRanges } from '@/schemas/service-hours.schema.ts';
import { getCompanyHours, HOURS_KEY } from './company-hours.queries.ts';
import { noteChange } from './setting-changes.service.ts';
import { canChangeSettings } from './settings.policy.ts';
import { getOwnCompany } from './settings.queries.ts';
import type { CompanyHours, CompanyView } from './settings.views.ts';

/** A day without a second range keeps its stored one. Throws ERR_NO_COMPANY_FOUND for any but the scope's own. */
export async function changeCompanyHours(
  scope: Scope,
  { companyId, hours }: { companyId: number; hours: CompanyHours },
): Promise<CompanyView> {
  requireCan(scope, canChangeSettings);
  if (companyId !== scope.companyId) throw new AppError('ERR_NO_COMPANY_FOUND');
  await scope.write(async (tx) => {
    const before = await getCompanyHours(tx);
    const after = withSecondRanges(before, hours);
    await storeHours(tx, after);
    const texts = { before: JSON.stringify(before), after: JSON.stringify(after) };
    await noteChange(tx, { key: HOURS_KEY, ...texts });
    tx.emit('company-hours.changed', { companyId });
  });
  return getOwnCompany(scope, companyId);
}

export async function storeHours(tx: Scope, hours: CompanyHours): Promise<void> {
  const stored = { value: JSON.stringify(hours), updatedAt: tx.now() };
  await tx.db
    .insert(settings)
    .values({ key: HOURS_KEY, ...stored, createdAt: tx.now() })
    .onConflictDoUpdate({ target: settings.key, set: stored });
}
