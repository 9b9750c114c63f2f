import { z } from 'zod';
import { yesOrNo } from '../../schemas/form.schema.ts';

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
  /** Minutes. */
  scheduleLateness: '60',
  /** 'enabled' requires it of every user. */
  secondFactor: 'disabled',
  /** 'enabled': a person may be signed in on a desktop and on a phone at once. */
  phoneBesideDesktop: 'enabled',
  /** 'enabled' mails last week's figures to the administrators. */
  weeklyMail: 'disabled',
  /** Tokens a month; 0 for no limit. */
  aiMonthlyTokens: '0',
  /** Prompt id whose account the assistant uses; '' is off. */
  aiAssistantPrompt: '',
  aiAssistantInstructions: '',
  /** Transcribes voice notes on demand; '' is off. */
  aiAssistantAudioModel: '',
  auditDays: '365',
  /** Retention of messages, and of media, in months; 0 means for ever. */
  keepMessages: '0',
  keepMedia: '0',
  ipixc: '',
  tokenixc: '',
  ipmkauth: '',
  clientidmkauth: '',
  clientsecretmkauth: '',
  asaas: '',
} as const;
export type SettingKey = keyof typeof SETTING_DEFAULTS;

/** Stored with the company, not in its database: due dates are computed without opening that. */
export const TIME_ZONE_KEY = 'timeZone';
export type TimeZoneKey = typeof TIME_ZONE_KEY;

/** Stored encrypted, shown to administrators only. */
export const SECRET_SETTINGS: readonly SettingKey[] = [
  'tokenixc',
  'clientidmkauth',
  'clientsecretmkauth',
  'asaas',
];

export const ADDRESS_SETTINGS = ['ipixc', 'ipmkauth'] as const satisfies SettingKey[];

export function isAddressSetting(key: string): boolean {
  return ADDRESS_SETTINGS.some((address) => address === key);
}

export function isSecretSetting(key: string): boolean {
  return SECRET_SETTINGS.some((secret) => secret === key);
}

export const PUBLIC_SETTING_DEFAULTS = {
  trial: '3',
  allowregister: 'disabled',
  viewregister: 'disabled',
  /** 'enabled': a company that signed up confirms its e-mail before it connects WhatsApp. */
  confirmEmail: 'disabled',
  trustPage: 'disabled',
} as const;
export type PublicSettingKey = keyof typeof PUBLIC_SETTING_DEFAULTS;

export const PublicSettingKey = z.enum(['trial', 'allowregister', 'viewregister']);

const ON_OR_OFF: readonly string[] = ['enabled', 'disabled'];

export const TRIAL_DAYS = ['1', '2', '3', '4', '5', '6', '7'] as const;

const PUBLIC_VALUES: Record<PublicSettingKey, readonly string[]> = {
  trial: TRIAL_DAYS,
  allowregister: ON_OR_OFF,
  viewregister: ON_OR_OFF,
  confirmEmail: ON_OR_OFF,
  trustPage: ON_OR_OFF,
};

export function isPublicSettingKey(key: string): key is PublicSettingKey {
  return Object.hasOwn(PUBLIC_SETTING_DEFAULTS, key);
}

export function isPublicSettingValue(key: PublicSettingKey, value: string): boolean {
  return PUBLIC_VALUES[key].includes(value);
}

/** Existing clients' screens depend on what everybody may read. */
export const READERS: Record<
  SettingKey | PublicSettingKey | TimeZoneKey,
  'everybody' | 'admins' | 'platform'
> = {
  userRating: 'everybody',
  scheduleType: 'everybody',
  CheckMsgIsGroup: 'everybody',
  call: 'everybody',
  chatBotType: 'everybody',
  sendGreetingAccepted: 'everybody',
  sendMsgTransfTicket: 'everybody',
  sendGreetingMessageOneQueues: 'everybody',
  sendTyping: 'everybody',
  scheduleLateness: 'everybody',
  timeZone: 'everybody',
  secondFactor: 'admins',
  phoneBesideDesktop: 'admins',
  weeklyMail: 'admins',
  aiMonthlyTokens: 'admins',
  aiAssistantPrompt: 'admins',
  aiAssistantInstructions: 'admins',
  aiAssistantAudioModel: 'admins',
  auditDays: 'admins',
  keepMessages: 'admins',
  keepMedia: 'admins',
  ipixc: 'admins',
  tokenixc: 'admins',
  ipmkauth: 'admins',
  clientidmkauth: 'admins',
  clientsecretmkauth: 'admins',
  asaas: 'admins',
  trial: 'platform',
  allowregister: 'platform',
  viewregister: 'platform',
  confirmEmail: 'platform',
  trustPage: 'platform',
};

export const SettingInput = z.object({ value: z.coerce.string().max(2000, 'validation:tooLong') });

/** A switch sends 'false', followed by 'true' when on. */
export const SettingForm = z.object({
  value: z.preprocess(
    (sent) => {
      const last: unknown = Array.isArray(sent) ? sent.at(-1) : sent;
      return last === 'true' ? 'enabled' : last === 'false' ? 'disabled' : last;
    },
    z.string('validation:invalid').trim().max(2000, 'validation:tooLong'),
  ),
});

/** At least three months: current conversations must not be deleted. */
export const RETENTION_MONTHS = ['0', '3', '6', '12', '18', '24', '36', '60'] as const;

export const CHOICES = {
  scheduleType: ['disabled', 'queue', 'company'],
  chatBotType: ['text'],
  scheduleLateness: ['5', '15', '30', '60', '180', '720', '1440'],
  auditDays: ['30', '90', '180', '365', '730', '1825'],
  keepMessages: RETENTION_MONTHS,
  keepMedia: RETENTION_MONTHS,
  aiMonthlyTokens: ['0', '100000', '300000', '1000000', '3000000', '10000000', '30000000', '100000000'],
} as const satisfies Partial<Record<SettingKey, readonly string[]>>;

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(SETTING_DEFAULTS, key);
}

export function isSettingValue(key: SettingKey, value: string): boolean {
  if (SETTING_DEFAULTS[key] === '') return true;
  const choices: readonly string[] = key in CHOICES ? CHOICES[key as keyof typeof CHOICES] : ON_OR_OFF;
  return choices.includes(value);
}

export type SettingChange = { key: SettingKey; before: string; value: string };

export type ChangeKey =
  | SettingKey
  | PublicSettingKey
  | TimeZoneKey
  | 'companyHours'
  | 'holiday'
  | CampaignChangeKey;
/** Values are JSON. */
export type CampaignChangeKey = `campaign.${
  | 'messageInterval'
  | 'longerIntervalAfter'
  | 'greaterInterval'
  | 'variables'
  | 'optOut'
  | 'answers'
  | 'limit'}`;
/** Not a change: somebody of the platform has viewed the company. */
export const VISIT_KEY = 'visit';
export const CHANGES_PER_PAGE = 30;
export const ChangeFilter = z.object({
  after: z.coerce.number().int().positive().optional(),
  rows: z.coerce.number().int().min(0).max(1000).optional().catch(undefined),
});
export type ChangeFilter = z.infer<typeof ChangeFilter>;

export const HolidayInput = z.object({
  name: z.string('validation:required').trim().min(1, 'validation:required').max(60, 'validation:tooLong'),
  day: z
    .string('validation:required')
    .min(1, 'validation:required')
    .pipe(z.iso.date('common:validation.date'))
    .refine((day) => day >= '2000' && day < '2100', 'common:validation.date'),
  isYearly: yesOrNo,
});
export type HolidayInput = z.infer<typeof HolidayInput>;

export const SuggestedDays = z.object({
  days: z
    .preprocess(
      (value) => (Array.isArray(value) ? value : value ? [value] : []),
      z.array(z.iso.date('validation:invalid')).max(60, 'validation:invalid'),
    )
    .optional(),
});
