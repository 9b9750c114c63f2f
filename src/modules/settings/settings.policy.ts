import { anyone, isAdmin, isSuper, type Rule } from '@/kernel/policy.ts';
import { type PublicSettingKey, READERS, type SettingKey } from './settings.schema.ts';

const ALLOWED: Record<(typeof READERS)[SettingKey], Rule> = {
  everybody: anyone,
  admins: isAdmin,
  platform: isSuper,
};

export const canReadSetting: Rule<SettingKey | PublicSettingKey> = (actor, key) =>
  ALLOWED[READERS[key]](actor);

export const canChangeSettings = isAdmin;

export const canChangePlatformSettings = isSuper;

export const canReadHistory = isAdmin;

/** Who waits for an answer may want to say why. */
export const canReadHolidays = anyone;
