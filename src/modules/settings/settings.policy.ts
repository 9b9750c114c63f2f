import { anyone, isAdmin, isSuper, type Rule } from '@/core/policy.ts';
import {
  type PublicSettingKey,
  READERS,
  type SettingChange,
  type SettingKey,
  type TimeZoneKey,
} from './settings.schema.ts';
import type { OptionSubject } from './subjects.schema.ts';

const ALLOWED: Record<(typeof READERS)[SettingKey], Rule> = {
  everybody: anyone,
  admins: isAdmin,
  platform: isSuper,
};

export const canReadSetting: Rule<SettingKey | PublicSettingKey | TimeZoneKey> = (actor, key) =>
  ALLOWED[READERS[key]](actor);

export const canChangeSettings = isAdmin;

/** Changes that remove a protection or delete data: not possible on an unattended screen. */
export function requiresPassword({ key, before, value }: SettingChange): boolean {
  if (key === 'secondFactor') return before === 'enabled' && value === 'disabled';
  if (key === 'auditDays') return Number(value) < Number(before);
  if (key === 'keepMessages' || key === 'keepMedia')
    return value !== '0' && (before === '0' || Number(value) < Number(before));
  return false;
}

const SUBJECT_READERS: Partial<Record<OptionSubject, Rule>> = {
  security: isAdmin,
  integrations: isSuper,
  global: isSuper,
};

export const canSeeSubject: Rule<OptionSubject> = (actor, subject) =>
  (SUBJECT_READERS[subject] ?? anyone)(actor);

export const canChangePlatformSettings = isSuper;

export const canReadHistory = isAdmin;

export const canReadHolidays = anyone;
