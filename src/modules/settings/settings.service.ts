import { settings } from '@db/tenant/schema/index.ts';
import { AppError, InvalidInput } from '@/kernel/errors.ts';
import { requireCan } from '@/kernel/policy.ts';
import type { Scope } from '@/kernel/scope.ts';
import { seal } from './sealed-value.ts';
import { canChangeSettings } from './settings.policy.ts';
import { listSettings } from './settings.queries.ts';
import { isSettingKey, isSettingValue, type SettingView } from './settings.schema.ts';

/** Throws ERR_NO_SETTING_FOUND for a key that is none, InvalidInput for a value outside its set. */
export async function changeSetting(
  scope: Scope,
  input: { key: string; value: string },
): Promise<SettingView> {
  requireCan(scope, canChangeSettings);
  const { key, value } = input;
  if (!isSettingKey(key)) throw new AppError('ERR_NO_SETTING_FOUND');
  if (!isSettingValue(key, value)) throw new InvalidInput({ value: 'validation:invalid' });
  return scope.write(async (tx) => {
    const stored = { value: seal(tx, key, value), updatedAt: tx.now() };
    await tx.db
      .insert(settings)
      .values({ key, ...stored, createdAt: tx.now() })
      .onConflictDoUpdate({ target: settings.key, set: stored });
    tx.emit('setting.changed', { key });
    const view = (await listSettings(tx)).find((setting) => setting.key === key);
    if (!view) throw new AppError('ERR_NO_SETTING_FOUND');
    return view;
  });
}
