import { settings } from '@db/tenant/schema/index.ts';
import { and, eq } from 'drizzle-orm';
import { audit } from '@/core/audit/audit.ts';
import { AppError, InvalidInput } from '@/core/errors.ts';
import { platformOf } from '@/core/platform-scope.ts';
import { requireCan, requireRecentAuthentication } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { requireCallableSetting } from './address-settings.logic.ts';
import { encryptValue } from './encrypted-value.logic.ts';
import { setPlatformValue } from './platform-values.service.ts';
import { noteChange } from './setting-changes.service.ts';
import { canChangePlatformSettings, canChangeSettings, requiresPassword } from './settings.policy.ts';
import { getPublicSetting, getSetting, listSettings } from './settings.queries.ts';
import {
  isPublicSettingKey,
  isPublicSettingValue,
  isSettingKey,
  isSettingValue,
  type PublicSettingKey,
  type SettingKey,
  TIME_ZONE_KEY,
} from './settings.schema.ts';
import type { SettingView } from './settings.views.ts';
import { changeTimeZone } from './time-zone.service.ts';

type Change = { key: string; value: string; audit?: { before: string; after: string } };

/**
 * `audit` is the audit log’s text for a value that is an id. Throws ERR_NO_SETTING_FOUND, InvalidInput for a value
 * outside its set or a blocked address, ERR_PROOF_REQUIRED for a change that removes a protection or deletes data.
 */
export async function changeSetting(
  scope: Scope,
  { key, value, audit: auditText }: Change,
): Promise<SettingView> {
  if (isPublicSettingKey(key)) return changePlatformSetting(scope, { key, value });
  if (key === TIME_ZONE_KEY) {
    await changeTimeZone(scope, value);
    return getView(scope, key);
  }
  requireCan(scope, canChangeSettings);
  if (!isSettingKey(key)) throw new AppError('ERR_NO_SETTING_FOUND');
  if (!isSettingValue(key, value)) throw new InvalidInput({ value: 'validation:invalid' });
  return scope.write(async (tx) => {
    const before = await getSetting(tx, key);
    requireCallableSetting(tx, { key, before, value });
    if (requiresPassword({ key, before, value })) requireRecentAuthentication(scope);
    const stored = { value: encryptValue(tx, key, value), updatedAt: tx.now() };
    await tx.db
      .insert(settings)
      .values({ key, ...stored, createdAt: tx.now() })
      .onConflictDoUpdate({ target: settings.key, set: stored });
    await noteChange(tx, { key, ...(auditText ?? { before, after: value }) });
    tx.emit('setting.changed', { key });
    return getView(tx, key);
  });
}

/** The moment that `findSwitchedOn` finds from now on; nothing if it was switched off meanwhile. */
export async function noteSwitchedOnRun(scope: Scope, key: SettingKey): Promise<void> {
  await scope.write((tx) =>
    tx.db
      .update(settings)
      .set({ updatedAt: tx.now() })
      .where(and(eq(settings.key, key), eq(settings.value, 'enabled'))),
  );
}

async function changePlatformSetting(
  scope: Scope,
  { key, value }: { key: PublicSettingKey; value: string },
): Promise<SettingView> {
  requireCan(scope, canChangePlatformSettings);
  if (!isPublicSettingValue(key, value)) throw new InvalidInput({ value: 'validation:invalid' });
  const { value: before } = await getPublicSetting(scope.kernel, key);
  await platformOf(scope).write(async (tx) => {
    await setPlatformValue(tx, { key, value });
    await audit(tx, {
      what: 'platform.changed',
      on: { id: key },
      before: { value: before },
      after: { value },
    });
    tx.emit('platform-setting.changed', { key });
  });
  await scope.write((tx) => noteChange(tx, { key, before, after: value }));
  return getView(scope, key);
}

async function getView(scope: Scope, key: string): Promise<SettingView> {
  const view = (await listSettings(scope)).find((setting) => setting.key === key);
  if (!view) throw new AppError('ERR_NO_SETTING_FOUND');
  return view;
}
