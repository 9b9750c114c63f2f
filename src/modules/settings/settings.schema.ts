import { z } from 'zod';

export const SETTING_DEFAULTS = {
  userRating: 'disabled',
  scheduleType: 'disabled',
  /** 'enabled' means: ignore groups. */
  CheckMsgIsGroup: 'enabled',
  /** 'disabled' means: answer calls with an automatic text. */
  call: 'enabled',
  chatBotType: 'text',
  sendGreetingAccepted: 'disabled',
  sendMsgTransfTicket: 'disabled',
  sendGreetingMessageOneQueues: 'disabled',
  sendTyping: 'enabled',
  ipixc: '',
  tokenixc: '',
  ipmkauth: '',
  clientidmkauth: '',
  clientsecretmkauth: '',
  asaas: '',
} as const;
export type SettingKey = keyof typeof SETTING_DEFAULTS;

/** Encrypted at rest, shown to administrators only. */
export const SECRET_SETTINGS: readonly SettingKey[] = [
  'tokenixc',
  'clientidmkauth',
  'clientsecretmkauth',
  'asaas',
];

export function isSecretSetting(key: string): boolean {
  return SECRET_SETTINGS.some((secret) => secret === key);
}

export const PUBLIC_SETTING_DEFAULTS = {
  trial: '3',
  allowregister: 'disabled',
  viewregister: 'disabled',
} as const;
export type PublicSettingKey = keyof typeof PUBLIC_SETTING_DEFAULTS;

export const PublicSettingKey = z.enum(['trial', 'allowregister', 'viewregister']);

const ON_OR_OFF: readonly string[] = ['enabled', 'disabled'];

const PUBLIC_VALUES: Record<PublicSettingKey, readonly string[]> = {
  /** Days. */
  trial: ['1', '2', '3', '4', '5', '6', '7'],
  allowregister: ON_OR_OFF,
  viewregister: ON_OR_OFF,
};

export function isPublicSettingKey(key: string): key is PublicSettingKey {
  return Object.hasOwn(PUBLIC_SETTING_DEFAULTS, key);
}

export function isPublicSettingValue(key: PublicSettingKey, value: string): boolean {
  return PUBLIC_VALUES[key].includes(value);
}

export const SettingInput = z.object({ value: z.coerce.string().max(2000, 'validation:tooLong') });

const VALUES: Partial<Record<SettingKey, readonly string[]>> = {
  scheduleType: ['disabled', 'queue', 'company'],
  chatBotType: ['text'],
};

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(SETTING_DEFAULTS, key);
}

export function isSettingValue(key: SettingKey, value: string): boolean {
  if (SETTING_DEFAULTS[key] === '') return true;
  return (VALUES[key] ?? ON_OR_OFF).includes(value);
}
