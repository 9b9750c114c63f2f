import { InvalidInput } from '@/core/errors.ts';
import { platformOf } from '@/core/platform-scope.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { changeCompany } from '@/modules/companies/companies.service.ts';
import { isTimeZone } from '@/schemas/time-zone.schema.ts';
import { noteChange } from './setting-changes.service.ts';
import { canChangeSettings } from './settings.policy.ts';
import { TIME_ZONE_KEY } from './settings.schema.ts';

/** Throws ERR_NO_PERMISSION, InvalidInput. */
export async function changeTimeZone(scope: Scope, value: string): Promise<void> {
  requireCan(scope, canChangeSettings);
  if (!isTimeZone(value)) throw new InvalidInput({ value: 'validation:timeZone' });
  const { companyId, kernel } = scope;
  const before = await kernel.timeZoneOf(companyId);
  await changeCompany(platformOf(scope), { companyId, timeZone: value });
  await noteTimeZone(scope, before);
}

/** After the change: the company's history and open pages show it. */
export async function noteTimeZone(scope: Scope, before: string): Promise<void> {
  const after = await scope.kernel.timeZoneOf(scope.companyId);
  if (after === before) return;
  await scope.write(async (tx) => {
    await noteChange(tx, { key: TIME_ZONE_KEY, before, after });
    tx.emit('setting.changed', { key: TIME_ZONE_KEY });
  });
}
