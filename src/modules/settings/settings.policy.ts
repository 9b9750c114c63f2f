import { anyone, isAdmin, isSuper, type Rule } from '@/kernel/policy.ts';
import { type PublicSettingKey, READERS, type SettingChange, type SettingKey } from './settings.schema.ts';

const ALLOWED: Record<(typeof READERS)[SettingKey], Rule> = {
  everybody: anyone,
  admins: isAdmin,
  platform: isSuper,
};

export const canReadSetting: Rule<SettingKey | PublicSettingKey> = (actor, key) =>
  ALLOWED[READERS[key]](actor);

export const canChangeSettings = isAdmin;

/** Takes a guard away, or deletes for good: nobody does it at a screen that was left open. */
export function takesProof({ key, before, value }: SettingChange): boolean {
  if (key === 'secondFactor') return before === 'enabled' && value === 'disabled';
  if (key === 'auditDays') return Number(value) < Number(before);
  if (key === 'keepMessages' || key === 'keepMedia')
    return value !== '0' && (before === '0' || Number(value) < Number(before));
  return false;
}

export const canChangePlatformSettings = isSuper;

export const canReadHistory = isAdmin;

/** Who waits for an answer may want to say why. */
export const canReadHolidays = anyone;
