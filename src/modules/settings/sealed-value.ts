import type { Scope } from '@/kernel/scope.ts';
import { openText, sealText } from '@/kernel/sealed.ts';
import { SECRET_SETTINGS, type SettingKey } from './settings.schema.ts';

export function seal(scope: Scope, key: SettingKey, value: string): string {
  return SECRET_SETTINGS.includes(key) ? sealText(scope.kernel, settingName(scope, key), value) : value;
}

export function unseal(scope: Scope, key: SettingKey, stored: string): string {
  return SECRET_SETTINGS.includes(key) ? openText(scope.kernel, settingName(scope, key), stored) : stored;
}

export const settingName = ({ companyId }: { companyId: number }, key: string) =>
  `setting:${companyId}:${key}`;
