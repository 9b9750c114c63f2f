import type { Scope } from '@/kernel/scope.ts';
import { openText, sealText } from '@/kernel/sealed.ts';
import { SECRET_SETTINGS, type SettingKey } from './settings.schema.ts';

export function seal(scope: Scope, key: SettingKey, value: string): string {
  return SECRET_SETTINGS.includes(key) ? sealText(scope.kernel, nameOf(scope, key), value) : value;
}

export function unseal(scope: Scope, key: SettingKey, stored: string): string {
  return SECRET_SETTINGS.includes(key) ? openText(scope.kernel, nameOf(scope, key), stored) : stored;
}

const nameOf = (scope: Scope, key: SettingKey) => `setting:${scope.companyId}:${key}`;
