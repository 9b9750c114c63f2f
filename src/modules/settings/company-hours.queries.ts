import { settings } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import type { Scope } from '@/core/scope.ts';
import type { CompanyHours } from './settings.views.ts';

/** Stored like a setting, so that hours change in one transaction with their history. */
export const HOURS_KEY = 'companyHours';

export function getCompanyHours(scope: Scope): Promise<CompanyHours> {
  return scope.remember([settings], 'company hours', async () => {
    const [row] = await hoursRow(scope.db);
    return row ? (JSON.parse(row.value) as CompanyHours) : [];
  });
}

const hoursRow = tenantStatement((db) =>
  db.select({ value: settings.value }).from(settings).where(eq(settings.key, HOURS_KEY)),
);
