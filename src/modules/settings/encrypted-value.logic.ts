import { settings } from '@db/tenant/schema/index.ts';
import { contextIn } from '@/core/db/annotations.ts';
import type { Scope } from '@/core/scope.ts';
import { decryptText, encryptText } from '@/core/security/encrypted-text.ts';
import { SECRET_SETTINGS, type SettingKey } from './settings.schema.ts';

export function encryptValue(scope: Scope, key: SettingKey, value: string): string {
  return SECRET_SETTINGS.includes(key) ? encryptText(scope.kernel, settingName(scope, key), value) : value;
}

export function decryptValue(scope: Scope, key: SettingKey, stored: string): string {
  return SECRET_SETTINGS.includes(key) ? decryptText(scope.kernel, settingName(scope, key), stored) : stored;
}

const settingName = ({ companyId }: Scope, key: string) =>
  contextIn(settings.value, { company: companyId, key });
