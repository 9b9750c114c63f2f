import type { Scope } from '@/kernel/scope.ts';
import { decrypt, encrypt } from '@/kernel/secrets.ts';
import { SECRET_SETTINGS, type SettingKey } from './settings.schema.ts';

const MARK = 'sealed:';

export function seal(scope: Scope, key: SettingKey, value: string): string {
  if (value === '' || !SECRET_SETTINGS.includes(key)) return value;
  const sealed = encrypt(scope.kernel.secrets.cipher, nameOf(scope, key), Buffer.from(value));
  return MARK + sealed.toString('base64');
}

/** '' when it was sealed under another key file or setting: an error here would block sign-in. */
export function unseal(scope: Scope, key: SettingKey, stored: string): string {
  if (!isSealed(stored) || !SECRET_SETTINGS.includes(key)) return stored;
  try {
    const sealed = Buffer.from(stored.slice(MARK.length), 'base64');
    return decrypt(scope.kernel.secrets.cipher, nameOf(scope, key), sealed).toString();
  } catch (error) {
    scope.log.error({ err: error, companyId: scope.companyId, key }, 'a stored credential cannot be opened');
    return '';
  }
}

export const isSealed = (stored: string) => stored.startsWith(MARK);

/** Authenticated with the ciphertext: a value copied to another setting or company does not open. */
const nameOf = (scope: Scope, key: SettingKey) => `setting:${scope.companyId}:${key}`;
