import { platformSettings } from '@db/platform/schema/index.ts';
import { settings } from '@db/tenant/schema/index.ts';
import { eq, sql } from 'drizzle-orm';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import { AppError } from '@/core/errors.ts';
import { isSuper } from '@/core/policy.ts';
import { type Kernel, type Scope, systemScope } from '@/core/scope.ts';
import { getCompany, getPlanOf, toCompanyView } from '@/modules/companies/companies.queries.ts';
import { getCompanyHours } from './company-hours.queries.ts';
import { decryptValue } from './encrypted-value.logic.ts';
import { canReadSetting } from './settings.policy.ts';
import {
  isSecretSetting,
  PUBLIC_SETTING_DEFAULTS,
  type PublicSettingKey,
  SETTING_DEFAULTS,
  type SettingKey,
  TIME_ZONE_KEY,
} from './settings.schema.ts';
import type { CompanyView, PublicSettingView, SettingView } from './settings.views.ts';

type Found = { key: string; value: string; row?: typeof settings.$inferSelect };

export async function listSettings(scope: Scope): Promise<SettingView[]> {
  const found: Found[] = [
    ...(await listOwnSettings(scope)),
    // Existing clients read this setting; the plan decides it.
    { key: 'campaignsEnabled', value: String((await getPlanOf(scope.kernel, scope.companyId)).useCampaigns) },
    { key: TIME_ZONE_KEY, value: await scope.kernel.timeZoneOf(scope.companyId) },
    ...(await listPlatformSettings(scope)),
  ];
  return found.map(({ key, value, row }, index) => {
    const at = (row?.updatedAt ?? new Date(0)).toISOString();
    return {
      id: row?.id ?? -(index + 1),
      key,
      value,
      companyId: scope.companyId,
      createdAt: row?.createdAt.toISOString() ?? at,
      updatedAt: at,
    };
  });
}

/** When a switch was last written; null while it is off. */
export async function findSwitchedOn({ db }: Scope, key: SettingKey): Promise<Date | null> {
  const row = (await allSettings(db)).find((one) => one.key === key);
  return row?.value === 'enabled' ? row.updatedAt : null;
}

async function listOwnSettings(scope: Scope): Promise<Found[]> {
  const rows = await allSettings(scope.db);
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const keys = Object.keys(SETTING_DEFAULTS) as SettingKey[];
  return keys
    .filter((key) => canReadSetting(scope.actor, key))
    .map((key) => {
      const row = byKey.get(key);
      return { key, value: row ? decryptValue(scope, key, row.value) : SETTING_DEFAULTS[key], row };
    });
}

function listPlatformSettings({ actor, kernel }: Scope): Promise<Found[]> {
  const keys = (Object.keys(PUBLIC_SETTING_DEFAULTS) as PublicSettingKey[]).filter((key) =>
    canReadSetting(actor, key),
  );
  return Promise.all(keys.map((key) => getPublicSetting(kernel, key)));
}

const allSettings = tenantStatement((db) => db.select().from(settings));

export async function getOwnCompany(scope: Scope, companyId: number): Promise<CompanyView> {
  if (companyId !== scope.companyId) throw new AppError('ERR_NO_COMPANY_FOUND');
  const company = toCompanyView(await getCompany(scope.kernel, companyId));
  const settings = (await listSettings(scope)).filter(({ key }) => !isSecretSetting(key));
  return { ...company, schedules: await getCompanyHours(scope), settings };
}

export async function readCompany(scope: Scope, companyId: number): Promise<CompanyView> {
  if (companyId === scope.companyId) return getOwnCompany(scope, companyId);
  if (!isSuper(scope.actor)) throw new AppError('ERR_NO_COMPANY_FOUND');
  await getCompany(scope.kernel, companyId);
  return getOwnCompany(await systemScope(scope.kernel, companyId), companyId);
}

export async function getSetting(scope: Scope, key: SettingKey): Promise<string> {
  const [row] = await findStored(scope, key);
  return row ? decryptValue(scope, key, row.value) : SETTING_DEFAULTS[key];
}

/** Whether somebody stored it, even if with its default. */
export async function isSettingChosen(scope: Scope, key: SettingKey): Promise<boolean> {
  return (await findStored(scope, key)).length > 0;
}

function findStored(scope: Scope, key: SettingKey) {
  return scope.remember([settings], `setting:${key}`, () => settingByKey(scope.db, { key }));
}

const settingByKey = tenantStatement((db) =>
  db
    .select({ value: settings.value })
    .from(settings)
    .where(eq(settings.key, sql.placeholder('key'))),
);

export async function getPublicSetting(kernel: Kernel, key: PublicSettingKey): Promise<PublicSettingView> {
  const row = await kernel.platform.remember([platformSettings], `setting:${key}`, () =>
    kernel.platform.db.query.platformSettings.findFirst({ where: eq(platformSettings.key, key) }),
  );
  return { key, value: row?.value ?? PUBLIC_SETTING_DEFAULTS[key] };
}
